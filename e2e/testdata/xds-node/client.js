'use strict';
// Calls tasks-svc by xDS, again and again until its standard input ends, and says of each call who answered it.

const grpc = require('@grpc/grpc-js');
require('@grpc/grpc-js-xds').register(); // resolves xds:///

const client = new grpc.Client('xds:///tasks-svc', grpc.credentials.createInsecure());
const bytes = (message) => message; // an empty request is no bytes, and the answer is not read

function call() {
  const metadata = new grpc.Metadata();
  metadata.set('authorization', process.env.AUTHORIZATION);
  metadata.set('x-user-id', '1');
  metadata.set('x-user-timezone', 'Asia/Karachi');
  const began = Date.now();
  return new Promise((resolve) => {
    const made = client.makeUnaryRequest(
      '/salaatflow.tasks.v1.TaskService/ListTasks', bytes, bytes, Buffer.alloc(0), metadata, { deadline: began + 5000 },
      (error) => resolve({ began, peer: made.getPeer(), error: error ? error.message : '' }));
  });
}

let ended = false;
process.stdin.resume().on('end', () => { ended = true; });

(async () => {
  while (!ended) {
    process.stdout.write(JSON.stringify(await call()) + '\n');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  client.close();
  process.exit(0); // xDS keeps its stream to the registry
})();
