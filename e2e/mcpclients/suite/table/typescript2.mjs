// The official TypeScript SDK of the second generation, in every version of the protocol that it speaks.
import { SUPPORTED_PROTOCOL_VERSIONS, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { headers, tryAll, url } from './abilities.mjs';
import { opened } from './sdk2.mjs';

const versions = [...SUPPORTED_PROTOCOL_VERSIONS.filter(version => version >= '2024-11-05' && version < '2026').sort(), '2026-07-28'];

await tryAll(...versions.map(version => ({
  name: 'TypeScript SDK 2', version, package: '@modelcontextprotocol/client',
  open: changed => opened(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }), changed, version),
})));
