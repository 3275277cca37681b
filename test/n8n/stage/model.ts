import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
	role: string;
	content: string;
	tool_call_id?: string;
}

/** A call of a tool, as a model asks for it. */
export interface ToolCall {
	tool: string;
	input: Record<string, unknown>;
}

/** Stands in for a language model that is served as OpenAI serves its own. */
export interface Model {
	url: string;
	/** What each tool call was answered. */
	answered: Array<ToolCall & { answer: string }>;
	close(): void;
}

/**
 * Starts a model that asks at once for all calls that `plan` gives, by the names of the tools that
 * it may use and the user's text, and then says that it is done.
 */
export async function openModel(
	plan: (tools: string[], text: string) => ToolCall[],
): Promise<Model> {
	const asked = new Map<string, ToolCall>();
	const answered: Model['answered'] = [];
	const reply = (messages: Message[], tools: string[]) => {
		const answers = messages.filter(({ role }) => role === 'tool');
		for (const { tool_call_id: id = '', content } of answers) {
			const call = asked.get(id);
			if (call && asked.delete(id)) answered.push({ ...call, answer: content });
		}
		if (answers.length > 0) return { role: 'assistant', content: 'Done.' };
		const text = messages.find(({ role }) => role === 'user')?.content ?? '';
		const calls = plan(tools, text).map((call, index) => {
			const id = `call_${answered.length}_${asked.size}_${index}`;
			asked.set(id, call);
			return {
				id,
				type: 'function',
				function: { name: call.tool, arguments: JSON.stringify(call.input) },
			};
		});
		return { role: 'assistant', content: null, tool_calls: calls };
	};
	const server = createServer((request, response) => {
		void bodyOf(request).then(({ messages, tools = [] }) => {
			const message = reply(
				messages,
				tools.map((tool) => tool.function.name),
			);
			const choices = [{ index: 0, message, finish_reason: 'stop' }];
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ id: 'x', object: 'chat.completion', model: 'm', choices }));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}/v1`, answered, close: () => server.close() };
}

interface Body {
	messages: Message[];
	tools?: Array<{ function: { name: string } }>;
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return JSON.parse(Buffer.concat(chunks).toString()) as Body;
}
