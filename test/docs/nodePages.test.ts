import { CASES } from '../../cases';
import { run } from '../../tools/docs/runs';
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
