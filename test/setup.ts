import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

// n8n-core writes its settings into the user folder; the tests keep away from the developer's own.
const worker = process.env.JEST_WORKER_ID ?? '1';
process.env.N8N_USER_FOLDER ??= join(__dirname, '..', 'node_modules', '.cache', `n8n-${worker}`);
mkdirSync(process.env.N8N_USER_FOLDER, { recursive: true });
// Refused runs are part of the tests: n8n's own log of them would bury the results.
process.env.N8N_LOG_LEVEL ??= 'silent';
// The same cases in each run, so that a run can be repeated; another FC_SEED tries others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });
