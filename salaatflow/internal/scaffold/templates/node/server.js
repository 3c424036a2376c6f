'use strict';
// __SERVICE__: it serves __PACKAGE__.v1.__TYPE__Service, and joins the platform.
//   node server.js [REGISTRY]

const fs = require('node:fs');
const path = require('node:path');
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');
const { keepRegistered } = require('./join.js');
const { greet } = require('./tool.js');

const read = (file) => fs.readFileSync(path.join(__dirname, file));
const load = (files) => loader.loadFileDescriptorSetFromBuffer(files, { keepCase: true, longs: Number, enums: String, defaults: true });
const files = read('service.binpb');
const service = load(files)['__PACKAGE__.v1.__TYPE__Service'];
const join = load(read('join.binpb'));

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
    if (error.metadata) return callback(error); // a refusal
    console.error(error); // for its owner; a caller learns no more than that it failed
    return callback(refusal(grpc.status.INTERNAL, 'SERVER_ERROR', 'internal error'));
  }
};

const server = new grpc.Server();
server.addService(service, {
  __RPC__: answering((request) => {
    if (!request.name) throw refusal(grpc.status.INVALID_ARGUMENT, 'VALIDATION_ERROR', 'name: Required');
    return { greeting: greet(request.name) };
  }),
});
server.addService(join['grpc.health.v1.Health'], { Check: (call, callback) => callback(null, { status: 'SERVING' }) });

server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (failed, port) => {
  if (failed) throw failed;
  const Registry = grpc.makeGenericClientConstructor(join['salaatflow.registry.v1.RegistryService'], 'RegistryService');
  const leave = keepRegistered(Registry, process.argv[2] ?? '127.0.0.1:9000', {
    service: '__SERVICE__', version: 'v1.0.0', instance_id: `node-${process.pid}`, address: `127.0.0.1:${port}`,
    grpc_services: ['__PACKAGE__.v1.__TYPE__Service'], files,
  }, () => console.log('joined, serving at port', port));
  const stop = async () => {
    await leave(); // first, so that no new call comes
    server.tryShutdown(() => process.exit(0)); // once the calls that run are answered, and callers have hung up
    setTimeout(() => process.exit(0), 5000);
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
});
