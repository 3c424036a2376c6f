// Calls a tool that says how far it is, by the client of most hosts today, which forgets whom to tell when a result comes with the same
// piece of input. Usage: progress.mjs URL PROGRAM. It prints what was told in each call, and fails unless that was everything.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [url, program] = process.argv.slice(2);
const transports = {
  'on stdio': () => new StdioClientTransport({ command: program, args: ['mcp', '--gateway', url, '--user', '7'] }),
  'over HTTP': () => new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers: { 'X-User-ID': '7' } } }),
};
const joined = async () => (await (await fetch(new URL('/api/v1/tools', url))).json()).tools.some(tool => tool.name === 'test_tool_with_progress');
while (!await joined()) await new Promise(again => setTimeout(again, 100));
let missed = 0;
for (const [name, transport] of Object.entries(transports)) {
  const client = new Client({ name: 'progress', version: '1' });
  await client.connect(transport());
  const calls = [];
  for (let call = 0; call < 25; call++) {
    const told = [];
    await client.callTool({ name: 'test_tool_with_progress', arguments: {} }, undefined, { onprogress: one => told.push(one.progress) });
    calls.push(told.join(' '));
  }
  await client.close();
  const whole = calls.filter(told => told === '0 50 100').length;
  console.log(`${name}: all was told in ${whole} of ${calls.length} calls; told were ${[...new Set(calls)].map(told => `"${told}"`)}`);
  missed += calls.length - whole;
}
process.exit(missed > 0 ? 1 : 0);
