import fastify from 'fastify';

/** A tool the model asks for, by the name n8n gives it: the node's name with `_` for every space. */
export interface ToolCall {
	tool: string;
	arguments: Record<string, unknown>;
}

/** What the model answers to a request: a tool call, several at once, or a text that ends the conversation. */
export type Answer = ToolCall | ToolCall[] | string;

/** A request the model got; only what the model and its tests read is named. */
export interface ModelRequest {
	/** The conversation so far. */
	messages?: Array<Record<string, unknown>>;
	tools?: OfferedTool[];
}

/** A tool as Chat Completions describe it. */
interface OfferedTool {
	function?: { name: string; description?: string; parameters?: { properties?: object } };
}

/** A language model that answers what a test says. */
export interface FakeModel {
	/** The `url` of an `openAiApi` credential. */
	url: string;
	/** Requests so far, oldest first. */
	requests: ModelRequest[];
	stop(): Promise<void>;
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/**
 * Starts an OpenAI-compatible language model on the loopback interface. It speaks Chat
 * Completions, without streaming, and takes any API key.
 *
 * A request beyond the last answer, or an answer that calls a tool the request does not offer, gets status
 * 400 with the reason, which fails the workflow: clients do not repeat a 400.
 *
 * @param answers one for each request, in order
 */
export async function startFakeModel(answers: Answer[]): Promise<FakeModel> {
	const requests: ModelRequest[] = [];
	const server = fastify({ bodyLimit: 16 * 1024 * 1024 });

	server.post<{ Body: ModelRequest }>('/v1/chat/completions', async ({ body }, reply) => {
		const id = requests.push(body);
		const answer = answers[id - 1];
		const problem = problemOf(answer, body, id);
		if (problem === undefined) return chatCompletion(answer, id);
		return await reply.code(400).send({ error: { message: problem, type: 'fake_model' } });
	});

	const address = await server.listen({ host: '127.0.0.1', port: 0 });
	return { url: `${address}/v1`, requests, stop: async () => await server.close() };
}

function problemOf(answer: Answer | undefined, body: ModelRequest, id: number) {
	if (answer === undefined) return `The fake model has no answer to request ${id}.`;
	if (typeof answer === 'string') return undefined;
	const offered = (body.tools ?? []).map((tool) => tool.function?.name);
	const missing = callsOf(answer).find(({ tool }) => !offered.includes(tool));
	if (missing === undefined) return undefined;
	return `The request offers no tool "${missing.tool}", only: ${offered.join(', ') || 'none'}.`;
}

function chatCompletion(answer: Answer, id: number) {
	const isText = typeof answer === 'string';
	const message = isText
		? { content: answer }
		: {
				content: null,
				tool_calls: callsOf(answer).map((call, index) => ({
					id: `call_${id}_${index}`,
					type: 'function',
					function: named(call),
				})),
			};
	return {
		id: `chatcmpl-${id}`,
		object: 'chat.completion',
		created: 0,
		model: 'fake-model',
		choices: [
			{
				index: 0,
				message: { role: 'assistant', refusal: null, ...message },
				finish_reason: isText ? 'stop' : 'tool_calls',
			},
		],
		usage,
	};
}

const callsOf = (answer: ToolCall | ToolCall[]) => [answer].flat();
const named = (call: ToolCall) => ({ name: call.tool, arguments: JSON.stringify(call.arguments) });
