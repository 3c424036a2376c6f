// Calls the tools of examples/moon-node by the official clients of MCP, of each era: a person is asked, progress is told, and pictures are
// shown. Usage: moon.mjs URL. It prints a line for each client, and fails on the first that is wrong.
import assert from 'node:assert/strict';
import * as modern from '@modelcontextprotocol/client';
import { Client as Legacy } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyHTTP } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { validator } from './validator.mjs';

const url = process.argv[2];
const who = { name: 'check', version: '1' };
const http = [new URL('/mcp?output_schemas=full', url), { requestInit: { headers: { 'X-User-ID': '7' } } }];
const capabilities = { elicitation: { form: {} } };
const versionNegotiation = { mode: { pin: '2026-07-28' } };

const clients = {
  'sdk': [new Legacy(who, { capabilities }), new LegacyHTTP(...http), ElicitRequestSchema],
  'client, legacy': [new modern.Client(who, { capabilities }), new modern.StreamableHTTPClientTransport(...http), 'elicitation/create'],
  'client, pinned': [new modern.Client(who, { capabilities, versionNegotiation }), new modern.StreamableHTTPClientTransport(...http), 'elicitation/create'],
};
for (const [name, [client, transport, elicitation]] of Object.entries(clients)) {
  const asked = [], told = [];
  client.setRequestHandler(elicitation, request => {
    asked.push(request.params.message);
    return { action: 'accept', content: { seen: true, place: name } };
  });
  await client.connect(transport);
  const schemas = Object.fromEntries((await client.listTools()).tools.map(tool => [tool.name, tool.outputSchema]));
  const call = async (tool, given, options) => {
    const result = name === 'sdk'
      ? await client.callTool({ name: tool, arguments: given }, undefined, options)
      : await client.callTool({ name: tool, arguments: given }, options);
    const warnings = [], ajv = validator(warnings), output = ajv.compile(schemas[tool]);
    assert.ok(output(result.structuredContent), `${tool}: ${ajv.errorsText(output.errors)}`);
    assert.deepEqual(warnings, []);
    return result;
  };
  const drawn = await call('draw_moons', { date: '2026-02-18', days: 30 }, { onprogress: progress => told.push(progress) });
  const [picture] = drawn.content.filter(content => content.type === 'image');
  assert.equal(Buffer.from(picture.data, 'base64').toString('latin1', 1, 4), 'PNG');
  assert.ok(told.length > 0 && told.every(({ progress, total }) => progress <= total && total === 30), JSON.stringify(told));
  const reported = await call('report_sighting', { date: '2026-02-18' });
  assert.deepEqual(asked, ['Did you see the new moon?']);
  assert.equal(reported.structuredContent.data.sightings[0].place, name);
  await client.close();
  console.log(`${name}: asked once, told ${told.length} times, shown a picture`);
}
process.exit(0);
