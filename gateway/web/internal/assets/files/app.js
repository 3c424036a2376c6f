// What the pages gain with JavaScript; all of them work without.
'use strict';
(() => {
  const root = document.documentElement;
  const kept = 'kept' in root.dataset; // a page from before the network went away
  const skew = Date.now() - Date.parse(root.dataset.now || new Date().toISOString());
  const now = () => Date.now() - skew;
  const digits = text => root.lang === 'ur' ? text.replace(/\d/g, d => '۰۱۲۳۴۵۶۷۸۹'[d]) : text;
  const two = number => String(number).padStart(2, '0');

  // When a prayer begins, the day's prayers are read again; without a network, the one after it is next, from the day's list.
  let reading = false;
  async function begun(day) {
    if (reading) return;
    reading = !kept;
    try {
      if (kept) throw new Error('there is no network');
      const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('.day');
      day.replaceChildren(...fresh.childNodes);
    } catch {
      after(day);
    } finally {
      setTimeout(() => { reading = false; }, 5000);
    }
  }
  function after(day) {
    const cells = [...day.querySelectorAll('[data-start]')];
    const next = cells.findIndex(cell => Date.parse(cell.dataset.start) > now());
    cells.forEach((cell, i) => { cell.className = i === next ? 'is-next' : ''; });
    const shown = day.querySelector('.next');
    if (next < 0) { shown?.remove(); return; }
    shown.querySelector('.which').textContent = cells[next].querySelector('dt').textContent;
    shown.querySelector('.at').textContent = cells[next].querySelector('dd').textContent;
    shown.querySelector('[data-until]').dataset.until = cells[next].dataset.start;
  }

  // The time until the next prayer, each second.
  function tick() {
    for (const node of document.querySelectorAll('[data-until]')) {
      const left = Math.round((Date.parse(node.dataset.until) - now()) / 1000), day = node.closest('.day');
      if (left <= -2 && day) begun(day);
      const s = Math.max(left, 0);
      node.textContent = digits(`${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`);
    }
  }
  tick(); setInterval(tick, 1000);
  if (kept) document.querySelector('#kept')?.removeAttribute('hidden');

  // The chat: Enter sends, the field grows with its text and is empty after it was sent.
  const field = document.querySelector('#message');
  const log = document.querySelector('#turns');
  const toEnd = () => { if (log) log.scrollTop = log.scrollHeight; };
  if (field) {
    field.addEventListener('keydown', event => {
      if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) { event.preventDefault(); field.form.requestSubmit(); }
    });
    field.addEventListener('input', () => { field.style.height = 'auto'; field.style.height = field.scrollHeight + 'px'; });
    document.addEventListener('htmx:beforeRequest', event => {
      if (!event.target.matches('.talk')) return;
      const waiting = document.createElement('p');
      waiting.className = 'waiting'; waiting.setAttribute('role', 'status');
      waiting.append(...[0, 1, 2].map(() => document.createElement('i')));
      log.append(waiting); toEnd();
    });
    document.addEventListener('htmx:afterRequest', event => {
      if (!event.target.matches('.talk')) return;
      log.querySelectorAll('.waiting').forEach(node => node.remove());
      if (event.detail.successful) { field.form.reset(); field.style.height = 'auto'; document.querySelector('#examples')?.remove(); }
      field.focus(); toEnd(); field.form.scrollIntoView({ block: 'nearest' });
    });
    toEnd();
  }

  // Masjids near where the browser is.
  document.querySelector('.near')?.removeAttribute('hidden');
  document.querySelector('#near')?.addEventListener('click', event => {
    const button = event.currentTarget, form = button.form;
    button.disabled = true;
    navigator.geolocation.getCurrentPosition(position => {
      form.elements.latitude.value = position.coords.latitude.toFixed(4);
      form.elements.longitude.value = position.coords.longitude.toFixed(4);
      form.submit();
    }, () => { button.disabled = false; document.querySelector('#near-failed').hidden = false; });
  });

  // Choices that take effect at once.
  for (const select of document.querySelectorAll('select[data-submit]')) {
    select.addEventListener('change', () => select.form.requestSubmit());
  }
  for (const all of document.querySelectorAll('[data-all]')) {
    all.addEventListener('change', () => {
      for (const box of document.querySelectorAll(`[name="${all.dataset.all}"]`)) box.checked = all.checked;
    });
  }

  // Reminders in this browser: it subscribes at its push service, and the page's form says where.
  const push = document.querySelector('#push');
  async function subscribe(form, manager) {
    if (await Notification.requestPermission() !== 'granted') throw new Error('denied');
    await manager.getSubscription().then(old => old?.unsubscribe()); // it may be for another key
    const made = (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: push.dataset.key })).toJSON();
    for (const [name, value] of Object.entries({ endpoint: made.endpoint, ...made.keys })) form.elements[name].value = value;
    form.submit();
  }
  async function offer() {
    const { pushManager: manager } = await navigator.serviceWorker.ready;
    const here = await manager.getSubscription();
    const item = here && [...push.querySelectorAll('[data-endpoint]')].find(node => node.dataset.endpoint === here.endpoint);
    item?.querySelector('.here').removeAttribute('hidden');
    item?.querySelector('form').addEventListener('submit', event => {
      event.preventDefault();
      here.unsubscribe().finally(() => event.target.submit());
    });
    const form = push.querySelector('#push-here');
    form.hidden = Boolean(item);
    form.addEventListener('submit', event => {
      event.preventDefault();
      subscribe(form, manager).catch(() => { push.querySelector('#push-failed').hidden = false; });
    });
  }
  if (push && 'serviceWorker' in navigator && 'PushManager' in window) offer();
  if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => {});
})();
