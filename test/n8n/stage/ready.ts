import { installN8n } from '../../../tools/editor/install';
import { needProgram } from './debian';

const programs = [
	['chromium', 'chromium'],
	['redis-server', 'redis-server'],
	['postgres', 'postgresql'],
	['openssl', 'openssl'],
];

/**
 * Installs, before the first test, what the tests run: n8n through npm, the rest through Debian's
 * package manager. A test's own time does not pass meanwhile.
 * @throws CommandError that names what is missing and how to get it
 */
export default async function getReady(): Promise<void> {
	await installN8n((line) => process.stderr.write(`${line}\n`));
	for (const [name, debianPackage] of programs) await needProgram(name, debianPackage);
}
