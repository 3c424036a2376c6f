'use strict';
// Keeping an instance registered, as docs/join.md says.

const fs = require('node:fs');
const { setTimeout: wait } = require('node:timers/promises');
const grpc = require('@grpc/grpc-js');

// keepRegistered keeps an instance registered until its leave is called, which deregisters it. It tells joined whenever a gateway
// can call it. The client is one of the registry, and the instance the RegisterRequest, without the lease.
function keepRegistered(client, instance, joined) {
  const file = process.env.SALAATFLOW_CREDENTIAL_FILE;
  const credential = () => { // read each time, since it may be replaced
    const metadata = new grpc.Metadata();
    if (file) metadata.set('authorization', `Bearer ${fs.readFileSync(file, 'utf8').split('\n')[0].trim()}`);
    return metadata;
  };
  const ask = (method, request) => new Promise((resolve, reject) => {
    client[method](request, credential(), { deadline: Date.now() + 5000 }, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
  let lease = ''; // the one that was given last, which proves that this is the same instance
  const left = new AbortController();
  let stream;

  // renew renews the lease three times in its life, until the stream breaks or the registry is silent.
  const renew = (ttl) => new Promise((resolve, reject) => {
    let answered = false;
    let told = false;
    if (left.signal.aborted) return resolve(); // meanwhile
    stream = client.KeepAlive(credential());
    const send = () => stream.write({ lease_id: lease });
    const ticker = setInterval(() => {
      if (!answered) return stream.cancel();
      answered = false;
      return send();
    }, ttl / 3);
    stream.on('data', (answer) => {
      answered = true;
      if (answer.unpublished) setTimeout(send, 200);
      else if (!told) joined();
      told = !answer.unpublished;
    });
    stream.on('end', resolve).on('error', reject).on('close', () => clearInterval(ticker));
    return send();
  });

  const stay = async () => {
    for (let pause = 100; !left.signal.aborted; pause = Math.min(2 * pause, 2000)) {
      try {
        const granted = await ask('Register', { ...instance, previous_lease_id: lease });
        if (!lease) for (const note of granted.notes ?? []) console.error(`models know less of a tool: ${note}`);
        lease = granted.lease_id;
        pause = 100;
        await renew(Number(granted.ttl.seconds) * 1000 + granted.ttl.nanos / 1e6);
      } catch (error) {
        if (!left.signal.aborted) console.error(`not registered: ${error.details ?? error.message}`);
      }
      await wait(pause, null, { signal: left.signal }).catch(() => {}); // it has left
    }
  };
  const ended = stay();
  return async () => {
    left.abort();
    stream?.cancel();
    await ended;
    if (lease) {
      await ask('Deregister', { lease_id: lease }).catch((error) => console.error(`the lease runs out by itself: ${error.details}`));
    }
    client.close();
  };
}

module.exports = { keepRegistered };
