import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// Read by n8n-core as it is loaded. Runs that go wrong on purpose are no news for the console, and
// the settings that it writes stay out of the user's own folder.
process.env.N8N_LOG_LEVEL ??= 'silent';
if (process.env.N8N_USER_FOLDER === undefined) {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-engine-'));
	process.env.N8N_USER_FOLDER = folder;
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
