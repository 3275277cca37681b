import fastify from 'fastify';

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
	close(): Promise<void>;
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
	const server = fastify();
	server.post<{ Body: Body }>('/v1/chat/completions', ({ body: { messages, tools = [] } }) => {
		const names = tools.map((tool) => tool.function.name);
		const choices = [{ index: 0, message: reply(messages, names), finish_reason: 'stop' }];
		return { id: 'x', object: 'chat.completion', model: 'm', choices };
	});
	const url = await server.listen({ host: '127.0.0.1', port: 0 });
	return { url: `${url}/v1`, answered, close: async () => await server.close() };
}

interface Body {
	messages: Message[];
	tools?: Array<{ function: { name: string } }>;
}
