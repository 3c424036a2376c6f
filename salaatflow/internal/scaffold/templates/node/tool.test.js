'use strict';
const assert = require('node:assert');
const { test } = require('node:test');
const { greet } = require('./tool.js');

test('somebody is greeted by name', () => {
  assert.strictEqual(greet('Bilal'), 'Assalamu alaikum, Bilal!');
});
