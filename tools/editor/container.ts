import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';

/**
 * n8n's container image, such as `docker.n8n.io/n8nio/n8n:latest`. If it is set, it is used instead of
 * the n8n from npm, because n8n 3 isn't published to npm.
 */
export const imageName = process.env.N8N_IMAGE;

/** Variables that describe this machine, not the container. */
const ofThisMachine = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'NODE_COMPILE_CACHE'];

/** A command that runs in a container. */
export interface ContainerCommand {
	program: string;
	args: string[];
	/** Kills the container. Killing `docker run` alone would leave it running. */
	kill(): void;
}

/**
 * Builds the command that runs n8n in a container. The container uses the network and the user of this
 * process, and sees the user folder and temporary files at the same paths.
 *
 * @param env environment of the command, whose settings are passed on to the container
 */
export function inContainer(
	image: string,
	userFolder: string,
	env: NodeJS.ProcessEnv,
	args: string[],
): ContainerCommand {
	const name = `n8n-${randomUUID()}`;
	const user = `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`;
	const folders = [...new Set([userFolder, tmpdir()])];
	const settings = Object.keys(env).filter((variable) => !ofThisMachine.includes(variable));
	const options = [
		...['run', '--rm', '--name', name, '--network', 'host', '--user', user],
		...folders.flatMap((folder) => ['--volume', `${folder}:${folder}`]),
		...settings.flatMap((variable) => ['--env', variable]),
		...['--env', `HOME=${userFolder}`],
	];
	return {
		program: 'docker',
		args: [...options, image, ...args],
		kill: () => {
			try {
				execFileSync('docker', ['kill', name], { stdio: 'ignore' });
			} catch {
				// The container has ended already.
			}
		},
	};
}
