'use strict';
// Serving gRPC, and being found there: with join.js all that docs/join.md asks, for any service. With the files that
// SALAATFLOW_TLS_CERT, SALAATFLOW_TLS_KEY and SALAATFLOW_TLS_CA name it speaks TLS, and asks every caller for a certificate.

const fs = require('node:fs');
const path = require('node:path');
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');
const { keepRegistered } = require('./join.js');

const load = (file) => loader.loadFileDescriptorSetFromBuffer(
  fs.readFileSync(file), { keepCase: true, longs: Number, enums: String, defaults: true });
const join = load(path.join(__dirname, '../join/join.binpb'));
const { SALAATFLOW_TLS_CERT: cert, SALAATFLOW_TLS_KEY: key, SALAATFLOW_TLS_CA: ca } = process.env;
const [ours, ourKey, authority] = [cert, key, ca].map((file) => file && fs.readFileSync(file));

// refusal is an error with its code for programs, as the platform's services answer it. The status is one of gRPC's, such as NOT_FOUND.
function refusal(status, reason, message) {
  const [code, metadata] = [grpc.status[status], new grpc.Metadata()];
  const info = join['google.rpc.ErrorInfo'].serialize({ reason, domain: 'salaatflow' });
  metadata.set('grpc-status-details-bin', join['google.rpc.Status'].serialize({
    code, message, details: [{ type_url: 'type.googleapis.com/google.rpc.ErrorInfo', value: info }],
  }));
  return Object.assign(new Error(message), { code, details: message, metadata });
}

// userOf returns the number of the user for whom a call is, 0 for nobody. Only the platform's edges may say so.
function userOf(call) {
  const user = Number(call.metadata.get('x-user-id')[0] ?? 0);
  const names = call.getAuthContext().sslPeerCertificate?.subjectaltname ?? '';
  if (user && cert && !/(^|, )DNS:(gateway|chat-svc)(,|$)/.test(names)) {
    throw refusal('PERMISSION_DENIED', 'IDENTITY_NOT_ALLOWED', 'you may not say for which user you call');
  }
  return user;
}

// answering makes a handler of a function of the request and the user's number.
const answering = (answer) => (call, callback) => {
  try {
    callback(null, answer(call.request, userOf(call)));
  } catch (error) {
    if (error.metadata) return callback(error); // a refusal
    console.error(error); // for its owner; a caller learns no more than that it failed
    return callback(refusal('INTERNAL', 'SERVER_ERROR', 'internal error'));
  }
};

// serve serves a gRPC service by its functions, and joins the platform whose registry is at the first argument of the program, or at
// the usual address. It listens at the second one, HOST:PORT, or on this machine alone.
function serve({ service, version, offers, files, answers }) {
  const [registry = '127.0.0.1:9000', listen = '127.0.0.1:0'] = process.argv.slice(2);
  if (!cert && !listen.startsWith('127.0.0.1:')) throw new Error(`at ${listen} anybody could say to be any user: set SALAATFLOW_TLS_CERT`);
  const server = new grpc.Server();
  server.addService(load(files)[offers], Object.fromEntries(Object.entries(answers).map(([rpc, answer]) => [rpc, answering(answer)])));
  server.addService(join['grpc.health.v1.Health'], { Check: (call, callback) => callback(null, { status: 'SERVING' }) });
  const [inbound, outbound] = cert
    ? [grpc.ServerCredentials.createSsl(authority, [{ cert_chain: ours, private_key: ourKey }], true),
      grpc.credentials.createSsl(authority, ourKey, ours)]
    : [grpc.ServerCredentials.createInsecure(), grpc.credentials.createInsecure()];
  server.bindAsync(listen, inbound, (failed, port) => {
    if (failed) throw failed;
    const Registry = grpc.makeGenericClientConstructor(join['salaatflow.registry.v1.RegistryService'], 'RegistryService');
    const client = new Registry(registry, outbound, cert ? { 'grpc.ssl_target_name_override': 'registry-svc' } : {});
    const leave = keepRegistered(client, {
      service, version, instance_id: `node-${process.pid}`, address: listen.replace(/\d+$/, port),
      grpc_services: [offers], files: fs.readFileSync(files),
    }, () => console.log('joined, serving at port', port));
    const stop = async () => {
      await leave(); // first, so that no new call comes
      server.tryShutdown(() => process.exit(0)); // once the calls that run are answered, and callers have hung up
      setTimeout(() => process.exit(0), 5000);
    };
    process.once('SIGTERM', stop).once('SIGINT', stop);
  });
}

module.exports = { serve, refusal };
