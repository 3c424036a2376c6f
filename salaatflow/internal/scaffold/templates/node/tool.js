'use strict';
// What the service does. It knows nothing of gRPC.

const greet = (name) => `Assalamu alaikum, ${name}!`;

module.exports = { greet };
