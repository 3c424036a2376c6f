'use strict';
// The domain: supplications, and which of them each user keeps. It knows nothing of gRPC.

const duas = require('../dua/duas.json');

const keeping = new Map(); // of each user, by number

class AlreadyKept extends Error {}

function get(occasion) {
  return { occasion, ...duas[occasion] };
}

function keep(user, occasion) {
  const kept = keeping.get(user) ?? [];
  if (kept.includes(occasion)) throw new AlreadyKept(`you keep the dua for ${occasion} already`);
  keeping.set(user, [...kept, occasion]);
  return keeping.get(user);
}

module.exports = { get, keep, AlreadyKept, isOccasion: (name) => Object.hasOwn(duas, name) };
