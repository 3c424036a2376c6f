// What the pages gain with JavaScript; all of them work without.
'use strict';
(() => {
  const seconds = node => Math.round((Date.parse(node.dataset.until) - Date.now() + skew) / 1000);
  const skew = Date.now() - Date.parse(document.documentElement.dataset.now || new Date().toISOString());
  const digits = text => document.documentElement.lang === 'ur' ? text.replace(/\d/g, d => '۰۱۲۳۴۵۶۷۸۹'[d]) : text;
  const two = number => String(number).padStart(2, '0');

  // The time until the next prayer, each second; it is read again when it begins.
  function tick() {
    for (const node of document.querySelectorAll('[data-until]')) {
      const left = seconds(node);
      if (left <= -2) { location.reload(); return; }
      const s = Math.max(left, 0);
      node.textContent = digits(`${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`);
    }
  }
  if (document.querySelector('[data-until]')) { tick(); setInterval(tick, 1000); }

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
      field.focus(); toEnd();
    });
    toEnd();
  }

  // Masjids near where the browser is.
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
  if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => {});
})();
