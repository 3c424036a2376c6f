// Lists and calls every tool with its example by the official clients of MCP, and validates what is answered by what the list says.
// Usage: clients.mjs URL PROGRAM, where PROGRAM is salaatflow, which serves MCP on stdio. It prints a line for each client, and what is
// wrong; then it fails.
import * as modern from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as Legacy } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as LegacyHTTP } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { validator } from './validator.mjs';

const [url, program] = process.argv.slice(2);
const who = { name: 'check', version: '1' };
const http = [new URL('/mcp?output_schemas=full', url), { requestInit: { headers: { 'X-User-ID': '7' } } }];
const stdio = { command: program, args: ['mcp', '--gateway', url, '--user', '7', '--output-schemas', 'full'] };
const modes = { legacy: {}, pinned: { versionNegotiation: { mode: { pin: '2026-07-28' } } }, auto: { versionNegotiation: { mode: 'auto' } } };

const clients = [
  ['sdk over HTTP', () => new Legacy(who), () => new LegacyHTTP(...http)],
  ['sdk on stdio', () => new Legacy(who), () => new LegacyStdio(stdio)],
];
for (const [mode, options] of Object.entries(modes)) {
  clients.push([`client, ${mode}, over HTTP`, () => new modern.Client(who, options), () => new modern.StreamableHTTPClientTransport(...http)]);
  clients.push([`client, ${mode}, on stdio`, () => new modern.Client(who, options), () => new ModernStdio(stdio)]);
}

const answer = await fetch(new URL('/api/v1/tools', url), { headers: { 'X-User-ID': '7' } });
const known = Object.fromEntries((await answer.json()).tools.map(tool => [tool.name, tool]));
let wrong = 0;
for (const [name, make, transport] of clients) {
  const client = make();
  const mistakes = [];
  let calls = 0, tools = [];
  try {
    await client.connect(transport());
    ({ tools } = await client.listTools());
    for (const tool of tools) {
      const warnings = [];
      const ajv = validator(warnings);
      const input = ajv.compile(tool.inputSchema), output = ajv.compile(tool.outputSchema);
      warnings.forEach(text => mistakes.push(`${tool.name}: ${text}`));
      const { aliases = [], example_arguments: example = {} } = known[tool.name] ?? {};
      // The clients drop the member aliases, which the protocol has not, and pass the metadata on.
      const told = tool._meta?.['salaatflow/aliases'] ?? [];
      if (String(told) !== String(aliases)) mistakes.push(`${tool.name}: it has the aliases ${aliases}, and its metadata ${told}`);
      if (!aliases.every(alias => tool.description.includes(`Earlier name: ${alias}`))) mistakes.push(`${tool.name}: its description lacks an alias`);
      if (!input(example)) mistakes.push(`${tool.name}: its schema refuses its example: ${ajv.errorsText(input.errors)}`);
      for (const given of [example, { ...example, no_such_parameter: 1 }]) {
        const result = await client.callTool({ name: tool.name, arguments: given });
        calls++;
        if (!output(result.structuredContent)) mistakes.push(`${tool.name}: its schema refuses its result: ${ajv.errorsText(output.errors)}`);
        if (given !== example && result.structuredContent?.error !== 'VALIDATION_ERROR') mistakes.push(`${tool.name}: an unknown parameter is taken`);
        if (given === example && result.structuredContent?.error === 'VALIDATION_ERROR') mistakes.push(`${tool.name}: its example is refused`);
      }
    }
    const unlisted = Object.keys(known).filter(one => !tools.some(tool => tool.name === one));
    if (unlisted.length > 0) mistakes.push(`not listed: ${unlisted}`);
  } catch (cause) {
    mistakes.push(String(cause?.stack ?? cause));
  }
  await client.close().catch(() => {});
  console.log(`${name}: ${tools.length} tools, ${calls} calls, ${mistakes.length} mistakes`);
  mistakes.forEach(mistake => console.log(`  ${mistake}`));
  wrong += mistakes.length;
}
process.exit(wrong > 0 ? 1 : 0);
