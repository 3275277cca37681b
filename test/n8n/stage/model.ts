import fastify from 'fastify';

interface Message {
	role: string;
	content: string;
	tool_call_id?: string;
}

/** A tool call that the model requests. */
export interface ToolCall {
	tool: string;
	input: Record<string, unknown>;
}

/** A mock language model with the API of OpenAI. */
export interface Model {
	url: string;
	/** The tool calls so far, with their results. */
	toolResults: Array<ToolCall & { result: string }>;
	close(): Promise<void>;
}

/**
 * Starts a mock model. It requests all calls of `plan` at once, and ends when it has their results.
 * `plan` receives the names of the tools and the user's message, and `answer` the results.
 */
export async function openModel(
	plan: (tools: string[], text: string) => ToolCall[],
	answer: (results: string[]) => string = () => 'Done.',
): Promise<Model> {
	const asked = new Map<string, ToolCall>();
	const toolResults: Model['toolResults'] = [];
	const reply = (messages: Message[], tools: string[]) => {
		const results = messages.filter(({ role }) => role === 'tool');
		for (const { tool_call_id: id = '', content } of results) {
			const call = asked.get(id);
			if (call && asked.delete(id)) toolResults.push({ ...call, result: content });
		}
		if (results.length > 0)
			return { role: 'assistant', content: answer(results.map(({ content }) => content)) };
		const text = messages.find(({ role }) => role === 'user')?.content ?? '';
		const calls = plan(tools, text).map((call, index) => {
			const id = `call_${toolResults.length}_${asked.size}_${index}`;
			asked.set(id, call);
			return {
				id,
				type: 'function',
				function: { name: call.tool, arguments: JSON.stringify(call.input) },
			};
		});
		return { role: 'assistant', content: null, tool_calls: calls };
	};
	const server = fastify();
	server.post<{ Body: Body }>('/v1/chat/completions', ({ body: { messages, tools = [] } }) => {
		const names = tools.map((tool) => tool.function.name);
		const choices = [{ index: 0, message: reply(messages, names), finish_reason: 'stop' }];
		return { id: 'x', object: 'chat.completion', model: 'm', choices };
	});
	const url = await server.listen({ host: '127.0.0.1', port: 0 });
	return { url: `${url}/v1`, toolResults, close: async () => await server.close() };
}

interface Body {
	messages: Message[];
	tools?: Array<{ function: { name: string } }>;
}
