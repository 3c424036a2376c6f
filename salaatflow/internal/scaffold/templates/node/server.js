'use strict';
// __SERVICE__: what it answers. The library serves that, and joins the platform.
//   node server.js [REGISTRY [LISTEN]]

const path = require('node:path');
const { serve, refusal } = require('@salaatflow/join');
const { greet } = require('./tool.js');

serve({
  service: '__SERVICE__', version: 'v1.0.0', offers: '__PACKAGE__.v1.__TYPE__Service', files: path.join(__dirname, 'service.binpb'),
  registry: '__REGISTRY__',
  answers: { // each of a request and the user's number, which is 0 for nobody
    __RPC__: (request) => {
      if (!request.name) throw refusal('INVALID_ARGUMENT', 'VALIDATION_ERROR', 'name: Required');
      return { greeting: greet(request.name) };
    },
  },
});
