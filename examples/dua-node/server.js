'use strict';
// dua-svc in Node: what it answers. The library serves that, and joins the platform.
//   node server.js [REGISTRY [LISTEN]]

const path = require('node:path');
const { serve, refusal } = require('@salaatflow/join');
const duas = require('./dua.js');

// occasion returns the occasion asked for. The gateway has checked it by the rules of the contract; other callers may not have.
function occasion(request) {
  if (duas.isOccasion(request.occasion)) return request.occasion;
  throw refusal('INVALID_ARGUMENT', 'VALIDATION_ERROR', `occasion: no dua is known for ${request.occasion}`);
}

serve({
  service: 'dua-svc', version: 'v1.0.0', offers: 'dua.v1.DuaService', files: path.join(__dirname, '../dua/dua.binpb'),
  answers: {
    GetDua: (request) => ({ dua: duas.get(occasion(request)) }),
    KeepDua: (request, user) => {
      if (!user) throw refusal('UNAUTHENTICATED', 'AUTH_REQUIRED', 'a user is required: say who is calling');
      try {
        return { occasions: duas.keep(user, occasion(request)) };
      } catch (error) {
        throw error instanceof duas.AlreadyKept ? refusal('FAILED_PRECONDITION', 'INVALID_REQUEST', error.message) : error;
      }
    },
  },
});
