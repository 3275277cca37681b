import { installN8n } from '../../../tools/editor/install';
import { needPrograms } from './debian';

/**
 * Installs n8n with npm and other programs with Debian's package manager, before the first test, so
 * that it doesn't count as test time.
 *
 * @throws CommandError that names the missing program and how to install it
 */
export default async function getReady(): Promise<void> {
	await installN8n();
	await needPrograms([
		['chromium', 'chromium'],
		['redis-server', 'redis-server'],
		['postgres', 'postgresql'],
		['openssl', 'openssl'],
	]);
}
