import { createServer } from 'node:net';

/** Listens on a loopback port for a moment and resolves to its number; rejects if it is taken. */
async function listenOnce(port: number): Promise<number> {
	const server = createServer();
	return await new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(address && typeof address === 'object' ? address.port : port));
		});
	});
}

/** A loopback port that nobody listens on. */
export async function freePort(): Promise<number> {
	return await listenOnce(0);
}

/** Whether nobody listens on this loopback port. */
export async function isFree(port: number): Promise<boolean> {
	return await listenOnce(port).then(
		() => true,
		() => false,
	);
}
