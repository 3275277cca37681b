import { CASES } from '../../cases';
import { run } from '../../tools/docs/runs';
import { read } from '../../tools/repository';
import { sandboxForTests } from '../sandbox/support';

const sandbox = sandboxForTests();

const IN_CHATWOOT = CASES.filter(({ operation }) => operation.inChatwoot);

it.each(IN_CHATWOOT)(
	"a user with the role Agent may run $title, unless its page says that it's for administrators",
	async (one) => {
		const { error } = await run(sandbox(), one, one.example, { asAgent: true });

		const refusal = 'You are not authorized to do this action';
		expect(error?.message).toBe(one.onlyFor === 'administrators' ? refusal : undefined);
	},
);

/** What docs/reliability.md says of the operations that are retried, looked up or sent once after a lost response. */
const AFTER_LOST_RESPONSE = new Map(
	read('docs/reliability.md')
		.split(/^- (?=\*\*(?:Retried|Looked up|Sent once))/m)
		.slice(1)
		.map((entry) => [/\*\*(.*?)\*\*/.exec(entry)?.[1], entry.split('\n\n')[0]]),
);

it.each(CASES.filter(({ operation }) => operation.safety !== 'read'))(
	'docs/reliability.md says of $title what its page says',
	({ node, resource, operation: { name } }) => {
		const row = new RegExp(
			`^\\| \\[${name}\\]\\(.*\\| (Retried|Looked up|Sent once)[^|]*\\|$`,
			'm',
		);
		const [, how] = row.exec(read(`docs/nodes/${node}.md`)) ?? [];
		const words = [resource, name].map((word) => expect.stringContaining(word) as string);
		for (const word of words) expect(AFTER_LOST_RESPONSE.get(how)).toEqual(word);
	},
);
