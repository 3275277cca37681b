import { type HttpsHost, openHttpsHost } from './httpsHost';

/** A message as n8n's Slack node sends it. */
interface SlackMessage {
	channel: string;
	text: string;
}

/** A mock server in place of Slack. */
export interface Slack extends HttpsHost {
	/** The messages so far. */
	messages: SlackMessage[];
}

export async function openSlack(): Promise<Slack> {
	const messages: SlackMessage[] = [];
	const host = await openHttpsHost('slack.com', (request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			if (request.url === '/api/chat.postMessage') messages.push(JSON.parse(body) as SlackMessage);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ ok: true, message: {} }));
		});
	});
	return { ...host, messages };
}
