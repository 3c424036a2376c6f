// The official TypeScript SDK of the first generation, in every version of the protocol that it speaks.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { headers, tryAll, url } from './abilities.mjs';
import { opened } from './sdk1.mjs';

// It speaks what a server answers, and asks for its newest version only.
class Asking extends StreamableHTTPClientTransport {
  constructor(version) {
    super(new URL(url), { requestInit: { headers } });
    this.version = version;
  }

  send(message, options) {
    if (message.method === 'initialize') message.params.protocolVersion = this.version;
    return super.send(message, options);
  }
}

await tryAll(...SUPPORTED_PROTOCOL_VERSIONS.filter(version => version >= '2024-11-05').sort().map(version => ({
  name: 'TypeScript SDK 1', version, package: '@modelcontextprotocol/sdk', open: changed => opened(new Asking(version), changed),
})));
