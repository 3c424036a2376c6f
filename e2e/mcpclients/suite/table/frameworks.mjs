// The clients of frameworks for agents, used as their documentation says.
import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { answer, headers, tryAll, url } from './abilities.mjs';
import { session } from './sdk1.mjs';

process.env.MCP_USE_ANONYMIZED_TELEMETRY = 'false';
const { MCPClient } = await import('mcp-use/client');

const version = '2025-11-25';

await tryAll({
  name: 'AI SDK', version, package: '@ai-sdk/mcp', lacks: ['progress', 'changes'],
  async open() {
    const client = await createMCPClient({ transport: { type: 'http', url, headers }, capabilities: { elicitation: {} } });
    client.onElicitationRequest(ElicitationRequestSchema, () => answer);
    return {
      tools: async () => Object.keys(await client.tools()),
      call: async (name, args, { signal } = {}) =>
        (await client.tools())[name].execute(args, { messages: [], toolCallId: '1', abortSignal: signal }),
      read: async uri => (await client.readResource({ uri })).contents[0].text,
      prompt: async (name, args) => (await client.experimental_getPrompt({ name, arguments: args })).messages[0].content.text,
      complete: async (name, argument, value) =>
        (await client.complete({ ref: { type: 'ref/prompt', name }, argument: { name: argument, value } })).completion.values,
      close: () => client.close(),
    };
  },
}, {
  name: 'LangChain', version, package: '@langchain/mcp-adapters', lacks: ['elicit'],
  async open(changed) {
    let told = () => {};
    const client = new MultiServerMCPClient({
      mcpServers: { here: { transport: 'http', url, headers } }, onProgress: progress => told(progress), onToolsListChanged: changed,
    });
    const tools = await client.getTools();
    // For what LangChain has no notion of, it documents the SDK's client that it contains.
    const { prompt, complete } = session(await client.getClient('here'));
    return {
      prompt, complete,
      tools: async () => tools.map(tool => tool.name),
      async call(name, args, { onprogress = () => {}, signal } = {}) {
        told = onprogress;
        const said = await tools.find(tool => tool.name === name).invoke(args, { signal });
        return { content: [{ text: typeof said === 'string' ? said : said.map(block => block.text).join('') }] };
      },
      read: async uri => (await client.readResource('here', uri))[0].text,
      close: () => client.close(),
    };
  },
}, {
  name: 'mcp-use', version, package: 'mcp-use',
  async open(changed) {
    const client = new MCPClient({ mcpServers: { here: { url, headers } } }, { onElicitation: async () => answer });
    const opened = await client.createSession('here');
    opened.on('notification', notification => notification.method.endsWith('/list_changed') && changed());
    return {
      tools: async () => (await opened.listTools()).map(tool => tool.name),
      call: (name, args, options) => opened.callTool(name, args, options),
      read: async uri => (await opened.readResource(uri)).contents[0].text,
      prompt: async (name, args) => (await opened.getPrompt(name, args)).messages[0].content.text,
      complete: async (name, argument, value) =>
        (await opened.complete({ ref: { type: 'ref/prompt', name }, argument: { name: argument, value } })).completion.values,
      close: () => client.closeAllSessions(),
    };
  },
});
