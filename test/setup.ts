import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

// n8n-core writes its settings into the user folder; the tests keep away from the developer's own.
const worker = process.env.JEST_WORKER_ID ?? '1';
process.env.N8N_USER_FOLDER ??= join(__dirname, '..', 'node_modules', '.cache', `n8n-${worker}`);
mkdirSync(process.env.N8N_USER_FOLDER, { recursive: true });
// Refused runs are part of the tests: n8n's own log of them would bury the results.
process.env.N8N_LOG_LEVEL ??= 'silent';
