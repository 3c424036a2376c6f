// A certified OpenID provider for the tests: node main.js. It picks a port, says its issuer as a line of JSON, and lets
// anybody sign in under the name they type. Access tokens are JWTs for whichever resource of a loopback address is asked for.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

import Provider from 'oidc-provider';

const scopes = [
  'tasks:read', 'tasks:write', 'masjids:read', 'prayer:read', 'prayer:write', 'hadith:read', 'hadith:write', 'users:read', 'users:write',
  'skills:read', 'skills:write', 'chat', 'registry:read', 'registry:write', 'audit:read',
];

function key(kid, type, options, alg) {
  const { privateKey } = generateKeyPairSync(type, options);
  return { ...privateKey.export({ format: 'jwk' }), kid, alg, use: 'sig' };
}

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    jwks: { keys: [key('rsa', 'rsa', { modulusLength: 2048 }, 'RS256'), key('ec', 'ec', { namedCurve: 'P-256' }, 'ES256')] },
    cookies: { keys: [randomUUID()] },
    scopes: ['openid', 'offline_access', ...scopes],
    clients: [
      {
        client_id: 'web', application_type: 'native', token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1/callback'], grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'],
      },
      {
        client_id: 'pages', application_type: 'native', token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1/sign-in/callback'], response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'], post_logout_redirect_uris: ['http://127.0.0.1/'],
      },
      {
        client_id: 'salaatflow-cli', application_type: 'native', token_endpoint_auth_method: 'none', redirect_uris: [],
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'], response_types: [],
      },
    ],
    features: {
      deviceFlow: { enabled: true },
      devInteractions: { enabled: true },
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => ({
          scope: scopes.join(' '),
          audience: new URL(resource).hostname === '127.0.0.1' ? 'salaatflow' : resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    extraTokenClaims: (_context, token) => (token.accountId === 'admin' ? { roles: ['admin'] } : undefined),
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    ttl: { AccessToken: 3600, Grant: 3600, Interaction: 600, Session: 3600, DeviceCode: 600 },
  });
  server.on('request', provider.callback());
  process.stdout.write(`${JSON.stringify({ issuer })}\n`);
});
