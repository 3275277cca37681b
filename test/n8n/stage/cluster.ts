import type { RunningN8n } from '../../../tools/editor/n8n';
import { startPostgres, type Postgres } from './postgres';
import { startRedis } from './redis';
import { openStage, type Stage } from './stage';

/** n8n in queue mode on one machine: a main process, a webhook process and workers. */
export interface Cluster {
	stage: Stage;
	webhook: RunningN8n;
	database: Postgres;
	/** Starts another worker with this concurrency. */
	startWorker(concurrency: number): Promise<RunningN8n>;
	/** The number of executions by status. */
	executions(): Promise<Record<string, number>>;
	close(): Promise<void>;
}

/**
 * Opens a stage in queue mode, with a webhook process and without workers.
 *
 * @param env additional settings of all n8n processes
 */
export async function openCluster(env: Record<string, string> = {}): Promise<Cluster> {
	const [redis, database] = await Promise.all([startRedis(), startPostgres()]);
	const stage = await openStage({
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: 'one key for all processes',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: `${redis.port}`,
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: `${database.port}`,
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'postgres',
		...env,
	});
	const others: RunningN8n[] = [];
	const start = async (...[options]: Parameters<Stage['startAnother']>) => {
		const process = await stage.startAnother(options);
		others.push(process);
		return process;
	};
	const webhook = await start({ role: 'webhook' });
	return {
		stage,
		webhook,
		database,
		startWorker: async (concurrency) =>
			await start({ role: 'worker', args: [`--concurrency=${concurrency}`] }),
		executions: async () => {
			const rows = await database.query('select status, count(*) from execution_entity group by 1');
			return Object.fromEntries(rows.map(([status, count]) => [status, Number(count)]));
		},
		close: async () => {
			await Promise.all(others.map(async (process) => await process.stop()));
			await stage.close();
			await Promise.all([redis.stop(), database.stop()]);
		},
	};
}
