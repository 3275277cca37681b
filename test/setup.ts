import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

// n8n-core writes its settings into the user folder; the tests keep away from the developer's own.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-test-'));
// Refused runs are part of the tests: n8n's own log of them would bury the results.
process.env.N8N_LOG_LEVEL ??= 'silent';
// The same cases in each run, so that a run can be repeated; another FC_SEED tries others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });
