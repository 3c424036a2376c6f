// Keeps the page of today's prayer times for when there is no network; every other page needs one. Shows reminders.
'use strict';
const files = FILES;
const icon = ICON;
const version = 'salaatflow-' + files.join('|');
const today = '/today';

self.addEventListener('install', event => {
  event.waitUntil(caches.open(version).then(cache => cache.addAll([...files, today])).then(() => self.skipWaiting()));
});

self.addEventListener('activate', event => {
  event.waitUntil(caches.keys()
    .then(names => Promise.all(names.filter(name => name !== version).map(name => caches.delete(name))))
    .then(() => self.clients.claim()));
});

async function page(request) {
  try {
    const answer = await fetch(request);
    const cache = await caches.open(version);
    if (['/', today].includes(new URL(request.url).pathname) && answer.ok) cache.add(today).catch(() => {});
    return answer;
  } catch (failure) {
    const kept = await caches.match(today);
    if (!kept) throw failure;
    const text = (await kept.text()).replace('data-now=', 'data-kept='); // it is no longer the time at which the page was made
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': kept.headers.get('Content-Security-Policy') };
    return new Response(text, { headers });
  }
}

self.addEventListener('fetch', event => {
  const path = new URL(event.request.url).pathname;
  if (event.request.method !== 'GET') return;
  if (event.request.mode === 'navigate') {
    if (!path.startsWith('/docs') && !path.startsWith('/sign')) event.respondWith(page(event.request));
  } else if (files.includes(path)) {
    event.respondWith(caches.match(event.request).then(kept => kept || fetch(event.request)));
  }
});

self.addEventListener('push', event => {
  const { id, title, body, lang, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, lang, dir: 'auto', tag: id, icon, data: { path } }));
});

self.addEventListener('notificationclick', event => {
  event.notification.close();
  const url = new URL(event.notification.data.path, self.location.origin).href;
  event.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(open => {
    const there = open.find(client => client.url === url);
    return there ? there.focus() : self.clients.openWindow(url);
  }));
});
