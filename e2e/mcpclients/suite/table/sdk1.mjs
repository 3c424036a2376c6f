// The client of the official TypeScript SDK of the first generation, which others contain.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  ElicitRequestSchema, PromptListChangedNotificationSchema, ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { answer } from './abilities.mjs';

/** A session on a transport. */
export async function opened(transport, changed) {
  const client = new Client({ name: 'table', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => answer);
  client.setNotificationHandler(ToolListChangedNotificationSchema, changed);
  client.setNotificationHandler(PromptListChangedNotificationSchema, changed);
  await client.connect(transport);
  return session(client);
}

/** The session of a client that is connected. */
export const session = client => ({
  tools: async () => (await client.listTools()).tools.map(tool => tool.name),
  call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
  read: async uri => (await client.readResource({ uri })).contents[0].text,
  prompt: async (name, args) => (await client.getPrompt({ name, arguments: args })).messages[0].content.text,
  complete: async (name, argument, value) =>
    (await client.complete({ ref: { type: 'ref/prompt', name }, argument: { name: argument, value } })).completion.values,
  close: () => client.close(),
});
