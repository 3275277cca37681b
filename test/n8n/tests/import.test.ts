import axios from 'axios';
import { readExample, withCredential } from '../../../tools/editor/examples';
import { itemsOf, patienceMs, until } from '../stage/executions';
import { stageForTests } from '../stage/stage';

/** Three batches. `IMPORT_ROWS=10000` imports more. */
const rows = Number(process.env.IMPORT_ROWS ?? 1500);
const bad = (row: number) => row % 100 === 7;
/** As Excel saves it in Europe: a byte order mark, semicolons, and rows without a value at the end. */
const file = [
	'\uFEFFname;email;phone;customer_id;company',
	...Array.from({ length: rows }, (_, row) =>
		bad(row)
			? `Bad ${row};bad${row}@example.com;0612345678;c-${row};Martin, Roux et Fils`
			: `Good ${row};good${row}@example.com;;c-${row};Azul Lda`,
	),
	';;;;',
	';;;;',
].join('\r\n');

describe('the import of a file in batches', () => {
	const stage = stageForTests({
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		// Batches keep n8n within it, however long the file is.
		NODE_OPTIONS: '--max-old-space-size=768',
	});

	/** Sends the file to the form, as a browser does. */
	async function upload(path: string): Promise<void> {
		const form = new FormData();
		form.append('field-0', new Blob([file], { type: 'text/csv' }), 'contacts.csv');
		form.append('field-1', 'Semicolon');
		form.append('field-2', 'UTF-8');
		await until(async () => {
			const url = `${stage().n8n.url}/form/${path}`;
			const { status } = await axios.post(url, form, { validateStatus: () => true });
			return status === 404 ? undefined : status;
		});
	}

	test('creates each good row once and collects all failed rows in one file on disk', async () => {
		const { session, executions, sandbox, credential } = stage();
		const example = readExample('Import contacts from a large CSV file into Customer Conversation');
		const trigger = example.nodes.find(({ type }) => type.endsWith('formTrigger'));
		const workflow = await session.createWorkflow({
			...withCredential(example, credential),
			pinData: {},
		});
		await session.activate(workflow);
		await upload(trigger?.webhookId as string);
		const execution = await executions.firstOf(workflow, Math.max(1, rows / 3000) * patienceMs);

		expect(execution.status).toBe('success');
		const created = sandbox.state.contacts.all.filter(({ email }) => email?.startsWith('good'));
		expect(created).toHaveLength(rows - rows / 100);

		const [{ binary }] = itemsOf(execution, 'File of failed rows');
		const { id = '', fileName } = binary?.data ?? {};
		expect([fileName, id]).toEqual(['failed-rows.csv', expect.stringMatching(/^filesystem/)]);
		const failed = await session.text(`/rest/binary-data?id=${id}&action=download`);
		expect(failed.trim().split('\n')).toHaveLength(1 + rows / 100);
		expect(failed).toMatch(/phone.*,Bad 7,bad7@example.com,0612345678,c-7,"Martin, Roux et Fils"/i);
	});
});
