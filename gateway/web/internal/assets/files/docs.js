"use strict";
// Makes the page at /docs answer: search, links to an operation, samples to copy, and calls to try. The page itself is written by the
// server. What it says comes from services that registered, so it is only ever set as text, never as HTML.

const sample = "http://127.0.0.1:8080"; // the server of the samples
const field = (id) => document.getElementById(id);
const says = field("docs").dataset; // the words of the page's language
const digits = (text) => document.documentElement.lang === "ur" ? text.replace(/\d/g, (digit) => "۰۱۲۳۴۵۶۷۸۹"[digit]) : text;

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
  for (const section of document.querySelectorAll(".operations")) {
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
  const status = field("found");
  status.textContent = words.length === 0 ? "" : status.dataset.text.replace("{count}", digits(String(found)));
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
  const buttons = figures.map((figure) =>
    el("button", { type: "button", className: "quiet small", lang: "en" }, figure.querySelector("figcaption").textContent));
  const choose = (name) => {
    const chosen = Math.max(0, buttons.findIndex((button) => button.textContent === name));
    figures.forEach((figure, i) => { figure.hidden = i !== chosen; });
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(i === chosen)));
  };
  for (const figure of figures) {
    figure.querySelector("figcaption").hidden = true;
    const text = figure.querySelector("pre");
    text.textContent = text.textContent.replaceAll(sample, location.origin);
  }
  buttons.forEach((button) => button.addEventListener("click", () => choose(button.textContent)));
  const copy = el("button", { type: "button", className: "quiet small copy" }, says.copy);
  copy.addEventListener("click", async () => {
    const shown = figures.find((figure) => !figure.hidden).querySelector("pre");
    try {
      await navigator.clipboard.writeText(shown.textContent);
      copy.textContent = says.copied;
    } catch {
      copy.textContent = says.press;
      getSelection().selectAllChildren(shown);
    }
  });
  samples.prepend(el("p", { className: "pick-sample" }, ...buttons, copy));
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
  const inputs = [...view.parentElement.querySelectorAll(":scope > .scroll tr[data-in]")].map((row) =>
    [row.dataset.in, row.dataset.name, el("input", { autocomplete: "off", dir: "auto" })]);
  const body = "body" in view.dataset
    ? el("textarea", { value: JSON.stringify(JSON.parse(view.dataset.body), null, 2), spellcheck: false, lang: "en", dir: "ltr" }) : null;
  const output = el("div", {});
  output.setAttribute("role", "status");
  const answered = (failed, ...text) => output.replaceChildren(
    el("pre", { className: failed ? "answered failed" : "answered", tabIndex: 0, lang: "en", dir: "ltr" }, ...text));
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
      const response = await fetch(location.origin + url, { method: verb, headers: headers(body), body: body?.value });
      let answer = await response.text();
      try { answer = JSON.stringify(JSON.parse(answer), null, 2); } catch { /* shown as it came */ }
      answered(!response.ok, `${response.status} ${response.statusText}\n`, ...isolated(answer));
    } catch {
      output.replaceChildren(el("p", { className: "notice failed" }, says.away));
    }
  };
  const label = (name, input) => el("label", {}, el("code", { lang: "en", dir: "ltr" }, name), input);
  const made = el("form", { className: "fields" }, ...inputs.map(([, name, input]) => label(name, input)),
    ...(body ? [el("label", { className: "wide" }, says.body, body)] : []),
    el("p", { className: "wide" }, el("button", { className: "button" }, says.send)));
  made.addEventListener("submit", send);
  view.append(el("h3", {}, says.try), made, output);
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
