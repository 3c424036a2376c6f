// Programs that speak MCP on stdio to a host and pass it on to the gateway; the host is the official TypeScript SDK.
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { fileURLToPath } from 'node:url';
import { headers, tryAll, url } from './abilities.mjs';
import { opened as opened1 } from './sdk1.mjs';
import { opened as opened2 } from './sdk2.mjs';

const program = process.argv[4];
const header = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)[0];
const installed = path => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const remote = [installed('mcp-remote/dist/proxy.js'), url, '--header', header, '--allow-http', '--transport', 'http-only', '--silent'];

const eras = {
  '2025-11-25': (stdio, changed) => opened1(new Stdio1(stdio), changed),
  '2026-07-28': (stdio, changed) => opened2(new Stdio2(stdio), changed, '2026-07-28'),
};

const bridge = (name, version, npm, command, ...args) => ({
  name, version, package: npm,
  open: changed => eras[version]({ command, args, env: process.env, stderr: process.env.VERBOSE ? 'inherit' : 'ignore' }, changed),
});

const own = ['mcp', '--gateway', new URL(url).origin, '--user', headers['X-User-ID']];
await tryAll(
  bridge('salaatflow mcp', '2025-11-25', undefined, program, ...own),
  bridge('salaatflow mcp', '2026-07-28', undefined, program, ...own),
  bridge('mcp-remote', '2025-11-25', 'mcp-remote', process.execPath, ...remote),
  bridge('mcp-remote', '2026-07-28', 'mcp-remote', process.execPath, ...remote),
  bridge('mcp-remote --protocol auto', '2025-11-25', 'mcp-remote', process.execPath, ...remote, '--protocol', 'auto'),
  bridge('supergateway', '2025-11-25', 'supergateway', process.execPath, installed('supergateway/dist/index.js'),
    '--streamableHttp', url, '--header', header, '--logLevel', 'none'),
);
