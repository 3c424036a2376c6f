'use strict';
// moon-svc in Node: what it answers. The library serves that, and joins the platform.
//   node server.js [REGISTRY [LISTEN]]

const path = require('node:path');
const { setImmediate: others } = require('node:timers/promises');
const { serve, refusal, form, ask, answered } = require('@salaatflow/join');
const moon = require('./moon.js');
const { Picture } = require('./picture.js');

// noonOf returns the noon of the day asked for, in ms.
function noonOf({ date }) {
  const at = moon.noon(date);
  if (isNaN(at)) throw refusal('INVALID_ARGUMENT', 'VALIDATION_ERROR', `date: ${date} is no day`);
  return at;
}

const shown = (picture) => [{ image: { data: picture.png(), mime_type: 'image/png' } }];

const question = form('Did you see the new moon?', {
  type: 'object',
  properties: { seen: { type: 'boolean', title: 'I saw it' }, place: { type: 'string', title: 'Where from', maxLength: 100 } },
  required: ['seen'],
});

serve({
  service: 'moon-svc', version: 'v1.0.0', offers: 'moon.v1.MoonService', files: path.join(__dirname, 'moon.binpb'),
  answers: {
    DrawMoon: (request) => {
      const at = noonOf(request);
      const picture = new Picture(1, 1);
      picture.draw(0, moon.phase(at));
      return { content: shown(picture), moon: moon.look(at) };
    },
    DrawMoons: async function* (request) {
      const days = moon.days(noonOf(request), request.days);
      const picture = new Picture(days.length, 6);
      for (const [i, at] of days.entries()) {
        picture.draw(i, moon.phase(at));
        yield { progress: { progress: i + 1, total: days.length, message: `drew the moon of ${moon.look(at).date}` } };
        await others(); // who call are served meanwhile
      }
      yield { moons: { content: shown(picture), moons: days.map(moon.look) } };
    },
    ReportSighting: (request, user) => {
      if (!user) throw refusal('UNAUTHENTICATED', 'AUTH_REQUIRED', 'a user is required: say who is calling');
      noonOf(request);
      const answer = answered(request.inputs, 'sighting');
      if (!answer) return { asked: ask({ sighting: question }) };
      const { seen, place = '' } = answer.content ?? {};
      if (answer.action === 'accept') {
        if (typeof seen !== 'boolean' || typeof place !== 'string' || place.length > 100) {
          throw refusal('INVALID_ARGUMENT', 'VALIDATION_ERROR', 'sighting: whether it was seen, and a place of up to 100 characters');
        }
        moon.report(user, { date: request.date, seen, place });
      }
      return { sightings: moon.reported(user) };
    },
  },
});
