'use strict';
// The domain: how the moon looks, by the mean length of a lunar month, and who saw it. It knows nothing of gRPC.

const DAY = 24 * 60 * 60 * 1000; // ms
const MONTH = 29.530588853 * DAY;
const NEW_MOON = Date.UTC(2000, 0, 6, 18, 14); // one of them

const MOST = 12; // reports of a user
const reports = new Map(); // of each user, by number

// noon returns the noon of a day, such as 2026-02-21, in ms since 1970; NaN for none, such as 2026-02-30.
function noon(date) {
  const at = Date.parse(`${date}T12:00:00Z`);
  return isNaN(at) || dateOf(at) !== date ? NaN : at;
}

const dateOf = (at) => new Date(at).toISOString().slice(0, 10);

// days returns so many noons, from one on.
const days = (first, count) => Array.from({ length: count }, (_, i) => first + i * DAY);

// phase returns how far the moon is in its month: 0 is new, 0.5 full, and it is less than 1.
function phase(at) {
  const months = (at - NEW_MOON) / MONTH;
  return months - Math.floor(months);
}

const look = (at) => ({
  date: dateOf(at),
  age_days: Math.floor(10 * phase(at) * MONTH / DAY) / 10,
  lit_percent: Math.round(50 * (1 - Math.cos(2 * Math.PI * phase(at)))),
});

// report writes down a sighting of a user, for one that has the same date.
function report(user, sighting) {
  const others = reported(user).filter(({ date }) => date !== sighting.date);
  reports.set(user, [...others, sighting].slice(-MOST));
}

const reported = (user) => reports.get(user) ?? [];

module.exports = { noon, days, phase, look, report, reported };
