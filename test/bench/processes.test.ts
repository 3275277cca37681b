import { inProcesses, webhooks } from '../../tools/bench/processes';
import { withService } from '../../tools/bench/service';

const LIMITED = { dialect: 'upstream', rateLimit: { requests: 40, windowMs: 3000 } } as const;

it('executions of five processes that share a rate limit lose nothing', async () => {
	await withService(LIMITED, async (service) => {
		// A slow computer may never exceed the limit.
		await service.plan({ kind: 'rateLimit', operation: 'contactCreate', times: 5 });
		const ended = await inProcesses(service, [
			...webhooks(40, 500),
			{ name: 'import', executions: 1, items: 40, withinMs: 0 },
		]);
		expect(ended).toHaveLength(41);
		expect(ended.filter(({ error }) => error !== undefined)).toEqual([]);
		const { operations, statuses } = await service.counts();
		expect(statuses[429]).toBeGreaterThanOrEqual(5);
		expect(operations.contactCreate - statuses[429]).toBe(80);
	});
});
