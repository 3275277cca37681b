import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// n8n-core reads these variables when it is loaded. Tests make runs fail on purpose, so nothing is
// logged, and n8n's settings go to a temporary folder instead of the user's own.
process.env.N8N_LOG_LEVEL ??= 'silent';
if (process.env.N8N_USER_FOLDER === undefined) {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-engine-'));
	process.env.N8N_USER_FOLDER = folder;
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
