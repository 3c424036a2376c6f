"use strict";
// Shows /openapi.json. What it says comes from services that registered, so it is only ever set as text, never as HTML.

let api;

function el(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== null));
  return made;
}

function resolve(object) {
  while (object && object.$ref) {
    const path = object.$ref.slice(2).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    object = path.reduce((at, part) => at?.[part], api);
  }
  return object ?? {};
}

const nameOf = (schema) => schema.$ref ? schema.$ref.split("/").pop() : "";

// withoutNull takes { anyOf: [schema, null] } apart.
function withoutNull(schema) {
  const others = schema.anyOf?.filter((one) => one.type !== "null");
  return others?.length === 1 ? { schema: others[0], nullable: true } : { schema, nullable: false };
}

function typeOf(given) {
  const { schema, nullable } = withoutNull(given);
  const said = resolve(schema);
  let type = [said.type ?? (said.allOf ? "object" : "any")].flat().join(" or ");
  if (said.type === "array") type = `array of ${typeOf(said.items ?? {})}`;
  else if (nameOf(schema)) type = nameOf(schema);
  return nullable ? `${type} or null` : type;
}

function limitsOf(given) {
  const said = resolve(withoutNull(given).schema);
  const words = [];
  if (said.enum) words.push(`one of ${said.enum.map((one) => JSON.stringify(one)).join(", ")}`);
  if ("const" in said) words.push(`always ${JSON.stringify(said.const)}`);
  if ("default" in said) words.push(`default ${JSON.stringify(said.default)}`);
  for (const [keyword, word] of [["minimum", "≥"], ["exclusiveMinimum", ">"], ["maximum", "≤"], ["exclusiveMaximum", "<"],
    ["minLength", "length ≥"], ["maxLength", "length ≤"], ["minItems", "items ≥"], ["maxItems", "items ≤"],
    ["pattern", "pattern"], ["format", "format"]]) {
    if (keyword in said) words.push(`${word} ${said[keyword]}`);
  }
  return words.join(" · ");
}

function line(name, schema, required, description) {
  const limits = limitsOf(schema);
  return el("div", {},
    el("code", {}, name),
    el("span", { className: "type" }, typeOf(schema) + (limits ? ` · ${limits}` : "")),
    required ? el("span", { className: "must" }, "required") : null,
    description ? el("div", {}, description) : null);
}

// members lists the members of an object, those of nested ones when they are opened.
function members(given) {
  let said = resolve(withoutNull(given).schema);
  if (said.allOf) {
    said = { properties: Object.assign({}, ...said.allOf.map((part) => resolve(part).properties)), required: said.allOf.flatMap((part) => resolve(part).required ?? []) };
  }
  if (said.type === "array") return members(said.items ?? {});
  const list = el("ul", { className: "members" });
  for (const [name, schema] of Object.entries(said.properties ?? {})) {
    const item = el("li", {}, line(name, schema, said.required?.includes(name), schema.description));
    const inner = resolve(withoutNull(schema.type === "array" ? schema.items ?? {} : schema).schema);
    if (inner.properties && Object.keys(inner.properties).length > 0) {
      const more = el("details", {}, el("summary", {}, "its members"));
      more.addEventListener("toggle", () => more.append(members(schema)), { once: true });
      item.append(more);
    }
    list.append(item);
  }
  return list;
}

// isolated is JSON in which each string of Arabic or Urdu runs from right to left by itself, and nothing around it does.
function isolated(text) {
  return text.split(/("(?:[^"\\]|\\.)*")/).map((piece) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(piece) ? el("bdi", { dir: "auto" }, piece) : piece);
}

function responseView(status, given) {
  const response = resolve(given);
  const schema = Object.values(response.content ?? {})[0]?.schema;
  const view = el("details", {}, el("summary", {}, el("code", {}, status), ` ${response.description ?? ""} `,
    schema ? el("span", { className: "type" }, typeOf(schema)) : null));
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    view.append(el("div", {}, el("code", {}, name), ` ${resolve(header).description ?? ""}`));
  }
  if (schema) view.addEventListener("toggle", () => view.append(members(schema)), { once: true });
  return view;
}

// form sends the request and shows what it was and what came back.
function form(verb, path, parameters, body) {
  const inputs = parameters.map((parameter) => [parameter, el("input", { placeholder: parameter.name })]);
  const text = body ? el("textarea", { value: JSON.stringify(body.example ?? {}, null, 2), spellcheck: false }) : null;
  const output = el("div", {});
  const send = async () => {
    let url = path;
    const query = new URLSearchParams();
    for (const [parameter, input] of inputs) {
      if (parameter.in === "path") url = url.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      else if (input.value !== "") query.append(parameter.name, input.value);
    }
    if (query.size > 0) url += `?${query}`;
    const headers = {};
    const user = document.getElementById("user").value;
    if (user) headers["X-User-ID"] = user;
    const token = document.getElementById("token").value.trim();
    if (token) headers.Authorization = `Bearer ${token}`;
    if (text) headers["Content-Type"] = "application/json";
    const quote = (word) => `'${word.replaceAll("'", `'\\''`)}'`;
    const curl = ["curl", "-X", verb, quote(location.origin + url), ...Object.entries(headers).map(([name, value]) => name === "Authorization" ? '-H "Authorization: Bearer $TOKEN"' : `-H ${quote(`${name}: ${value}`)}`),
      ...(text ? ["-d", quote(text.value)] : [])].join(" ");
    try {
      const response = await fetch(url, { method: verb, headers, body: text?.value });
      let answer = await response.text();
      try { answer = JSON.stringify(JSON.parse(answer), null, 2); } catch { /* shown as it came */ }
      const shown = el("pre", { className: response.ok ? "" : "failed" }, `${response.status} ${response.statusText}\n`, ...isolated(answer));
      output.replaceChildren(el("pre", {}, curl), shown);
    } catch (error) {
      output.replaceChildren(el("pre", {}, curl), el("pre", { className: "failed" }, String(error)));
    }
  };
  return el("div", {}, ...inputs.map(([, input]) => input), text, el("p", {}, el("button", { onclick: send }, "Send")), output);
}

function operationView(verb, path, operation, shared) {
  const parameters = [...shared, ...(operation.parameters ?? [])].map(resolve);
  const body = operation.requestBody?.content["application/json"];
  const fill = (view) => {
    const inside = el("div", {}, el("p", {}, operation.description ?? operation.summary ?? ""));
    if (operation.security?.length > 0) {
      const optional = operation.security.some((one) => Object.keys(one).length === 0);
      inside.append(el("p", {}, optional ? "A user may be named." : "A user is needed."));
    }
    if (parameters.length > 0) {
      inside.append(el("h3", {}, "Parameters"), el("ul", { className: "members" }, ...parameters.map((parameter) =>
        el("li", {}, line(parameter.name, parameter.schema, parameter.required, parameter.description)))));
    }
    if (body) inside.append(el("h3", {}, "Body"), members(body.schema));
    inside.append(el("h3", {}, "Answers"), ...Object.entries(operation.responses).map(([status, response]) => responseView(status, response)),
      el("h3", {}, "Try it"), form(verb.toUpperCase(), path, parameters, body));
    view.append(inside);
  };
  const view = el("details", { className: "operation", id: operation.operationId }, el("summary", {},
    el("span", { className: "verb" }, verb.toUpperCase()), el("code", {}, path), el("span", { className: "about" }, operation.summary ?? "")));
  view.addEventListener("toggle", () => fill(view), { once: true });
  return view;
}

async function show() {
  const main = document.querySelector("main");
  try {
    const response = await fetch("openapi.json");
    if (!response.ok) throw new Error(`openapi.json: ${response.status} ${response.statusText}`);
    api = await response.json();
  } catch (error) {
    main.replaceChildren(el("p", { className: "failed" }, String(error)));
    return;
  }
  document.title = `${api.info.title} API`;
  document.querySelector("header").prepend(el("h1", {}, api.info.title), el("p", {}, `${api.info.summary ?? ""} Version ${api.info.version}.`),
    el("p", {}, api.info.description ?? ""));
  const sections = new Map(api.tags.map((tag) => [tag.name, el("section", {}, el("h2", {}, tag.name), el("p", {}, tag.description ?? ""))]));
  for (const [path, item] of Object.entries(api.paths)) {
    for (const verb of ["get", "post", "put", "patch", "delete"]) {
      if (item[verb]) sections.get(item[verb].tags[0])?.append(operationView(verb, path, item[verb], item.parameters ?? []));
    }
  }
  main.replaceChildren(...sections.values());
}

show();
