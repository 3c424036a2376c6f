'use strict';
// dua-svc in Node: it serves dua.v1.DuaService, and joins the platform with it as docs/join.md says.
//   node server.js [REGISTRY]

const fs = require('node:fs');
const path = require('node:path');
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');
const { keepRegistered } = require('./join.js');
const duas = require('./dua.js');

const read = (file) => fs.readFileSync(path.join(__dirname, '..', file));
const load = (files) => loader.loadFileDescriptorSetFromBuffer(files, { keepCase: true, longs: Number, enums: String, defaults: true });
const files = read('dua/dua.binpb');
const dua = load(files)['dua.v1.DuaService'];
const join = load(read('join/join.binpb'));

// refusal is an error with its code for programs, as the platform's services answer it.
function refusal(code, reason, message) {
  const metadata = new grpc.Metadata();
  const info = join['google.rpc.ErrorInfo'].serialize({ reason, domain: 'salaatflow' });
  metadata.set('grpc-status-details-bin', join['google.rpc.Status'].serialize({
    code, message, details: [{ type_url: 'type.googleapis.com/google.rpc.ErrorInfo', value: info }],
  }));
  return Object.assign(new Error(message), { code, details: message, metadata });
}

// answering makes a handler of a function of the request and the user's number, which is 0 for nobody.
const answering = (answer) => (call, callback) => {
  try {
    callback(null, answer(call.request, Number(call.metadata.get('x-user-id')[0] ?? 0)));
  } catch (error) {
    if (error instanceof duas.AlreadyKept) return callback(refusal(grpc.status.FAILED_PRECONDITION, 'INVALID_REQUEST', error.message));
    if (error.metadata) return callback(error);
    console.error(error); // for its owner; a caller learns no more than that it failed
    return callback(refusal(grpc.status.INTERNAL, 'SERVER_ERROR', 'internal error'));
  }
};

// occasion returns the occasion asked for. The gateway has checked it by the rules of the contract; other callers may not have.
function occasion(request) {
  if (duas.isOccasion(request.occasion)) return request.occasion;
  throw refusal(grpc.status.INVALID_ARGUMENT, 'VALIDATION_ERROR', `occasion: no dua is known for ${request.occasion}`);
}

const server = new grpc.Server();
server.addService(dua, {
  GetDua: answering((request) => ({ dua: duas.get(occasion(request)) })),
  KeepDua: answering((request, user) => {
    if (!user) throw refusal(grpc.status.UNAUTHENTICATED, 'AUTH_REQUIRED', 'a user is required: say who is calling');
    return { occasions: duas.keep(user, occasion(request)) };
  }),
});
server.addService(join['grpc.health.v1.Health'], { Check: (call, callback) => callback(null, { status: 'SERVING' }) });

server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (failed, port) => {
  if (failed) throw failed;
  const Registry = grpc.makeGenericClientConstructor(join['salaatflow.registry.v1.RegistryService'], 'RegistryService');
  const leave = keepRegistered(Registry, process.argv[2] ?? '127.0.0.1:9000', {
    service: 'dua-svc', version: 'v1.0.0', instance_id: `node-${process.pid}`, address: `127.0.0.1:${port}`,
    grpc_services: ['dua.v1.DuaService'], files,
  }, () => console.log('joined, serving at port', port));
  const stop = async () => {
    await leave(); // first, so that no new call comes
    server.tryShutdown(() => process.exit(0)); // once the calls that run are answered, and callers have hung up
    setTimeout(() => process.exit(0), 5000);
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
});
