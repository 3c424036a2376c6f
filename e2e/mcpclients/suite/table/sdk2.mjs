// The client of the official TypeScript SDK of the second generation.
import { Client } from '@modelcontextprotocol/client';
import { answer } from './abilities.mjs';

/** A session on a transport, in a version of the protocol. */
export async function opened(transport, changed, version) {
  const era = version === '2026-07-28' ? { versionNegotiation: { mode: { pin: version } } } : { supportedProtocolVersions: [version] };
  const listChanged = { tools: { autoRefresh: false, debounceMs: 0, onChanged: changed } };
  const client = new Client({ name: 'table', version: '1' }, { capabilities: { elicitation: { form: {} } }, listChanged, ...era });
  client.setRequestHandler('elicitation/create', () => answer);
  await client.connect(transport);
  return {
    tools: async () => (await client.listTools()).tools.map(tool => tool.name),
    call: (name, args, options) => client.callTool({ name, arguments: args }, options),
    read: async uri => (await client.readResource({ uri })).contents[0].text,
    prompt: async (name, args) => (await client.getPrompt({ name, arguments: args })).messages[0].content.text,
    complete: async (name, argument, value) =>
      (await client.complete({ ref: { type: 'ref/prompt', name }, argument: { name: argument, value } })).completion.values,
    close: () => client.close(),
  };
}
