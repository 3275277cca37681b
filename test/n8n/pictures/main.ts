// Renews docs/images, for `npm run docs -- --pictures`. Arguments: names of groups; without them, all.
import { installN8n } from '../../../tools/editor/install';

async function main(): Promise<void> {
	// The browser driver is installed together with n8n.
	await installN8n();
	const { takePictures } = await import('./pictures');
	await takePictures(process.argv.slice(2));
}

void main();
