"use strict";
// Makes the page at /docs answer: search, links to an operation, samples to copy, and calls to try. The page itself is written by the
// server. What it says comes from services that registered, so it is only ever set as text, never as HTML.

const sample = "http://127.0.0.1:8080"; // the server of the samples
const base = location.origin + location.pathname.replace(/\/docs$/, "");
const field = (id) => document.getElementById(id);

function el(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// remembered keeps a field's value in this browser. A token is never kept.
function remembered(id) {
  const key = `salaatflow.docs.${id}`;
  try { field(id).value = localStorage.getItem(key) ?? ""; } catch { /* a browser that keeps nothing */ }
  field(id).addEventListener("change", () => {
    try { localStorage.setItem(key, field(id).value); } catch { /* as above */ }
  });
}

function search() {
  const words = field("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const section of document.querySelectorAll("main section")) {
    let shown = 0;
    for (const operation of section.querySelectorAll(".operation")) {
      const text = operation.querySelector("summary").textContent.toLowerCase();
      const more = operation.textContent.toLowerCase();
      operation.hidden = !words.every((word) => text.includes(word) || word.length > 3 && more.includes(word));
      if (!operation.hidden) shown++;
    }
    section.hidden = shown === 0;
    found += shown;
  }
  field("found").textContent = words.length === 0 ? "" : `${found} found`;
}

// reveal opens what the address names.
function reveal() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!named) return;
  if (named.matches("details")) named.open = true;
  named.scrollIntoView();
}

// show makes one sample visible at a time, in the language that was chosen last, with a button that copies it.
function show(samples) {
  const figures = [...samples.querySelectorAll("figure")];
  const buttons = figures.map((figure) => el("button", { type: "button" }, figure.querySelector("figcaption").textContent));
  const choose = (name) => {
    const chosen = Math.max(0, buttons.findIndex((button) => button.textContent === name));
    figures.forEach((figure, i) => { figure.hidden = i !== chosen; });
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(i === chosen)));
  };
  for (const figure of figures) {
    figure.querySelector("figcaption").hidden = true;
    const text = figure.querySelector("pre");
    text.textContent = text.textContent.replaceAll(sample, base);
  }
  buttons.forEach((button) => button.addEventListener("click", () => choose(button.textContent)));
  const copy = el("button", { type: "button", className: "copy" }, "Copy");
  copy.addEventListener("click", async () => {
    const text = figures.find((figure) => !figure.hidden).querySelector("pre").textContent;
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "Press Ctrl+C";
      getSelection().selectAllChildren(figures.find((figure) => !figure.hidden).querySelector("pre"));
    }
  });
  samples.prepend(el("p", {}, ...buttons.flatMap((button) => [button, " "]), copy));
  choose("curl");
}

// isolated is JSON in which each string of Arabic or Urdu runs from right to left by itself, and nothing around it does.
function isolated(text) {
  return text.split(/("(?:[^"\\]|\\.)*")/).map((piece) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(piece) ? el("bdi", { dir: "auto" }, piece) : piece);
}

function headers(body) {
  const made = {};
  if (field("user").value) made["X-User-ID"] = field("user").value;
  if (field("role").value) made["X-User-Role"] = field("role").value;
  if (field("token").value.trim()) made.Authorization = `Bearer ${field("token").value.trim()}`;
  if (body) made["Content-Type"] = "application/json";
  return made;
}

// form makes the fields by which an operation is tried.
function form(view) {
  const { verb, path } = view.dataset;
  const inputs = [...view.parentElement.querySelectorAll(":scope > .wide tr[data-in]")].map((row) =>
    [row.dataset.in, row.dataset.name, el("input", { autocomplete: "off" })]);
  const body = "body" in view.dataset ? el("textarea", { value: JSON.stringify(JSON.parse(view.dataset.body), null, 2), spellcheck: false }) : null;
  const output = el("div", {});
  output.setAttribute("role", "status");
  const send = async (event) => {
    event.preventDefault();
    let url = path;
    const query = new URLSearchParams();
    for (const [where, name, input] of inputs) {
      if (where === "path") url = url.replace(`{${name}}`, encodeURIComponent(input.value));
      else if (input.value !== "") query.append(name, input.value);
    }
    if (query.size > 0) url += `?${query}`;
    try {
      const response = await fetch(base + url, { method: verb, headers: headers(body), body: body?.value });
      let answer = await response.text();
      try { answer = JSON.stringify(JSON.parse(answer), null, 2); } catch { /* shown as it came */ }
      output.replaceChildren(el("pre", { className: response.ok ? "answered" : "answered failed", tabIndex: 0 }, `${response.status} ${response.statusText}\n`, ...isolated(answer)));
    } catch (error) {
      output.replaceChildren(el("pre", { className: "answered failed", tabIndex: 0 }, String(error)));
    }
  };
  const made = el("form", {}, ...inputs.map(([, name, input]) => el("label", {}, `${name} `, input)),
    ...(body ? [el("label", {}, "Body ", body)] : []), el("p", {}, el("button", {}, "Send")));
  made.addEventListener("submit", send);
  view.append(el("h3", {}, "Try it"), made, output);
}

for (const operation of document.querySelectorAll(".operation")) {
  operation.addEventListener("toggle", () => {
    show(operation.querySelector(".samples"));
    form(operation.querySelector(".try"));
  }, { once: true });
}
field("caller").hidden = false;
field("caller").addEventListener("submit", (event) => event.preventDefault());
field("search").addEventListener("input", search);
remembered("user");
remembered("role");
addEventListener("hashchange", reveal);
reveal();
