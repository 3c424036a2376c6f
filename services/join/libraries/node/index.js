'use strict';
// Serving gRPC, and being found there: all that docs/join.md asks of a service.

const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');
const { credentials } = require('./certificates.js');
const { form, ask, answered } = require('./questions.js');
const { keepRegistered } = require('./registration.js');

const load = (file) => loader.loadFileDescriptorSetFromBuffer(
  fs.readFileSync(file), { keepCase: true, longs: Number, enums: String, defaults: true });
const join = load(path.join(__dirname, 'join.binpb'));

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
function userOf(call, secured) {
  const user = Number(call.metadata.get('x-user-id')[0] ?? 0);
  const names = call.getAuthContext().sslPeerCertificate?.subjectaltname ?? '';
  if (user && secured && !/(^|, )DNS:(gateway|chat-svc)(,|$)/.test(names)) {
    throw refusal('PERMISSION_DENIED', 'IDENTITY_NOT_ALLOWED', 'you may not say for which user you call');
  }
  return user;
}

// refused returns what a caller is told of an error.
function refused(error) {
  if (error.metadata) return error; // a refusal
  console.error(error); // for its owner; a caller learns no more than that it failed
  return refusal('INTERNAL', 'SERVER_ERROR', 'internal error');
}

// answering makes a handler of a function of the request and the user's number.
const answering = (answer, secured) => async (call, callback) => {
  let response;
  try {
    response = await answer(call.request, userOf(call, secured));
  } catch (error) {
    return callback(refused(error));
  }
  return callback(null, response);
};

// streaming makes a handler of a generator, which is ended when the caller has gone. It yields no faster than the caller reads.
const streaming = (answers, secured) => async (call) => {
  const gone = new AbortController();
  call.once('cancelled', () => gone.abort());
  try {
    for await (const response of answers(call.request, userOf(call, secured))) {
      if (gone.signal.aborted) return;
      if (!call.write(response)) await once(call, 'drain', { signal: gone.signal });
    }
    call.end();
  } catch (error) {
    if (!gone.signal.aborted) call.emit('error', refused(error));
  }
};

// serve serves a gRPC service by its functions, and joins the platform whose registry is at the first argument of the program, or at
// usually. It listens at the second one, HOST:PORT, or on this machine alone.
function serve({ service, version, offers, files, answers, registry: usually = '127.0.0.1:9000' }) {
  const [registry = usually, listen = '127.0.0.1:0'] = process.argv.slice(2);
  const { inbound, outbound, secured, ready } = credentials();
  if (!secured && !listen.startsWith('127.0.0.1:')) {
    throw new Error(`at ${listen} anybody could say to be any user: set SALAATFLOW_TLS_CERT`);
  }
  const server = new grpc.Server();
  const methods = load(files)[offers];
  server.addService(methods, Object.fromEntries(Object.entries(answers).map(
    ([rpc, answer]) => [rpc, (methods[rpc].responseStream ? streaming : answering)(answer, secured)])));
  server.addService(join['grpc.health.v1.Health'], { Check: (call, callback) => callback(null, { status: 'SERVING' }) });
  server.bindAsync(listen, inbound, async (failed, port) => {
    if (failed) throw failed;
    await ready; // or the first callers would find no certificate
    const Registry = grpc.makeGenericClientConstructor(join['salaatflow.registry.v1.RegistryService'], 'RegistryService');
    const client = new Registry(registry, outbound, secured ? { 'grpc.ssl_target_name_override': 'registry-svc' } : {});
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

module.exports = { serve, refusal, form, ask, answered };
