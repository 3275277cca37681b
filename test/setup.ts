import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes its settings into the user folder; the tests keep away from the developer's own.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-test-'));
// Refused runs are part of the tests: n8n's own log of them would bury the results.
process.env.N8N_LOG_LEVEL ??= 'silent';
