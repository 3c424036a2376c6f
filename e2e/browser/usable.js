// What axe-core does not look at: a list of what a thumb would miss, what cannot be read to its end, and where one cannot see
// what the keyboard acts on.
(() => {
  const problems = [];
  const name = node => `${node.tagName.toLowerCase()} "${(node.textContent || node.name || '').trim().slice(0, 40)}"`;
  const seen = node => node.checkVisibility({ visibilityProperty: true }) && !node.closest('.unseen, .skip');
  const all = selector => [...document.querySelectorAll(selector)].filter(seen);

  const primary = 44;
  for (const node of all('.button, .send, .tick, .nav a, .quick button, .tongue button, .compose textarea, .fields input:not([type=checkbox])')) {
    const { width, height } = node.getBoundingClientRect();
    if (Math.min(width, height) < primary - 0.5) problems.push(`${name(node)} is ${width} by ${height} pixels, less than ${primary}`);
  }

  for (const node of all('button, a, h1, h2, dt, dd, th, td, label, .tag, .chip')) {
    const style = getComputedStyle(node);
    if (style.overflowX !== 'visible' && node.scrollWidth > node.clientWidth + 1) problems.push(`the text of ${name(node)} is cut off`);
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const node of all('select')) {
    const style = getComputedStyle(node), arrow = 16;
    pen.font = style.font;
    const room = node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    const text = node.selectedOptions[0]?.text ?? '';
    if (pen.measureText(text).width > room + 1) problems.push(`the choice "${text}" of ${node.name} is cut off`);
  }

  const focused = document.activeElement;
  for (const node of all('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')) {
    if (node.disabled) continue;
    node.focus({ focusVisible: true, preventScroll: true });
    const style = getComputedStyle(node);
    if (document.activeElement === node && (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2)) {
      problems.push(`${name(node)} does not show that it has the focus`);
    }
  }
  focused?.focus?.({ preventScroll: true });
  return problems;
})()
