// For /docs and /docs/reference. Needs a script: searching, unfolding the target of a link, code samples, and sending requests.
/* global samples -- samples.js precedes this file */

/** The root of the listener, from `/docs` and from `/docs/reference`. */
const isReference = document.querySelector("#reference") !== null;
const base = new URL(isReference ? ".." : ".", location.href);
const search = document.querySelector("#search");
const key = document.querySelector("#api-key");
const mentions = document.querySelector("#mentions");

search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const items = [...document.querySelectorAll(".rail li[data-words]")];
  for (const item of items) item.hidden = !words.every((word) => wordsOf(item).includes(word));
  for (const section of document.querySelectorAll(".rail section:has(li[data-words])")) {
    section.hidden = section.querySelector("li:not([hidden])") === null;
  }
  for (const fold of document.querySelectorAll(".rail details")) fold.open = words.length > 0;
  if (words.length > 0) void loadGuide();
  const hidden = items.filter((item) => item.hidden && item.querySelector("a").hash !== "");
  const elsewhere =
    words.length === 0 ? [] : [...hidden.flatMap(mention), ...guide.flatMap(inGuide)];
  mentions.querySelector("ul").replaceChildren(...elsewhere);
  mentions.hidden = elsewhere.length === 0;
  const isEmpty = elsewhere.length === 0 && items.every((item) => item.hidden);
  document.querySelector("#nothing").textContent = isEmpty ? "Nothing has all these words." : "";

  /** A link to what an item of the contents leads to, with the text around the first word, if it has all words. */
  function mention(item) {
    const link = item.querySelector("a");
    return found(link.cloneNode(true), textOf(link.hash.slice(1)), wordsOf(item));
  }

  /** A link to a heading of the documentation, likewise. */
  function inGuide({ link: target, title, text }) {
    if (isReference && target.startsWith("reference#")) return []; // An item of the contents.
    const link = document.createElement("a");
    link.href = new URL(`docs/${target}`, base);
    link.textContent = title;
    return found(link, text, title.toLowerCase());
  }

  function found(link, text, title) {
    const lower = text.toLowerCase();
    if (!words.every((word) => lower.includes(word) || title.includes(word))) return [];
    const [at = 0] = words.map((word) => lower.indexOf(word)).filter((index) => index >= 0);
    const item = document.createElement("li");
    const where = document.createElement("span");
    where.className = "where";
    where.textContent = `…${text.slice(Math.max(0, at - 24), at + 48).replace(/^\S* /, "")}…`;
    item.append(link, where);
    return [item];
  }
});

/** The text of the documentation by heading, loaded with the first search. */
let guide = [];
let isLoading = false;

async function loadGuide() {
  if (isLoading) return;
  isLoading = true;
  const response = await fetch(new URL(document.querySelector(".rail").dataset.index, base));
  guide = await response.json();
  search.dispatchEvent(new Event("input"));
}

/** Title, method, path and summary. */
function wordsOf(item) {
  return `${item.dataset.words} ${item.textContent.toLowerCase()}`;
}

const texts = new Map();

/** All text about an operation or a type: descriptions, fields, responses. Read when it is first searched. */
function textOf(id) {
  if (!texts.has(id)) {
    const parts = document.getElementById(id).querySelectorAll("summary, p, dt, dd");
    const text = [...parts].map((part) => part.textContent).join(" ");
    texts.set(id, text.replaceAll(/\s+/g, " "));
  }
  return texts.get(id);
}

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, textarea, select");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search.focus();
});

addEventListener("hashchange", unfold);
unfold();

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}

for (const form of document.querySelectorAll("form.try")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
  form.addEventListener("input", () => showSample(form));
  form.closest("details").addEventListener("toggle", () => showSample(form));
}
key?.addEventListener("input", () => {
  for (const form of document.querySelectorAll("details[open] form.try")) showSample(form);
});

/** The code sample of a form, in the language chosen last on any form of this page. */
let language = Object.keys(samples)[0];

function showSample(form) {
  const shown = form.querySelector(".sample") ?? addSample(form);
  shown.querySelector("select").value = language;
  shown.querySelector("code").textContent = samples[language](sampleRequestOf(form));
  shown.querySelector("button").textContent = `Copy as ${language}`;
}

function addSample(form) {
  const shown = document.querySelector("#sample").content.cloneNode(true).firstElementChild;
  const select = shown.querySelector("select");
  select.append(...Object.keys(samples).map((name) => new Option(name)));
  select.addEventListener("input", (event) => {
    event.stopPropagation(); // The form's own listener would set the language back.
    language = select.value;
    for (const other of document.querySelectorAll("details[open] form.try")) showSample(other);
  });
  const button = shown.querySelector("button");
  button.addEventListener("click", () => void copy(button, shown.querySelector("code")));
  form.querySelector(".actions").before(shown);
  return shown;
}

async function send(form) {
  if (form.dataset.elsewhere) return;
  const { url, ...init } = requestOf(form);
  if (form.dataset.navigates) open(url, "_blank", "noopener");
  else await show(form.querySelector("output"), () => fetch(url, init));
}

async function copy(button, code) {
  await navigator.clipboard.writeText(code.textContent);
  const before = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = before), 2000);
}

function fieldsOf(form, place) {
  return [...form.querySelectorAll(`[data-in="${place}"]`)]
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => [name, value]);
}

function urlOf(form) {
  const names = Object.fromEntries(fieldsOf(form, "path"));
  const target = form.dataset.path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name] ?? ""));
  const url = new URL(target, form.dataset.elsewhere ? PUBLIC : base);
  for (const [name, value] of fieldsOf(form, "query")) url.searchParams.set(name, value);
  return url;
}

/** The default address of the public listener, for samples: this page does not know the one of this server. */
const PUBLIC = "http://127.0.0.1:4444/";

function jsonOf(form) {
  return form.querySelector('[data-in="json"]')?.value.trim() || undefined;
}

function requestOf(form) {
  const { method, scheme } = form.dataset;
  const headers = Object.fromEntries(fieldsOf(form, "header"));
  const [[, token] = []] = fieldsOf(form, "token");
  if (token) headers.authorization = `Bearer ${token}`;
  if (scheme === "api_key" && key.value) headers.authorization = `Bearer ${key.value}`;

  const json = jsonOf(form);
  const sent = fieldsOf(form, "form");
  if (json) headers["content-type"] = "application/json";
  const body = sent.length > 0 ? new URLSearchParams(sent) : json;
  return {
    url: urlOf(form),
    method: method.toUpperCase(),
    headers,
    body,
    credentials: "omit",
    cache: "no-store",
  };
}

/** The same request with the name of a variable in place of every secret, so that none is copied. */
function sampleRequestOf(form) {
  const { method, scheme } = form.dataset;
  const headers = fieldsOf(form, "header");
  const credentials = credentialsOf(scheme);
  if (credentials !== undefined) headers.push(["Authorization", credentials]);
  const json = jsonOf(form);
  if (json !== undefined) headers.push(["Content-Type", "application/json"]);
  const inputs = [...form.querySelectorAll('[data-in="form"]')];
  const sent = inputs
    .filter(({ value }) => value !== "")
    .map(({ name, value, classList }) => [
      name,
      classList.contains("secret") ? { variable: name.toUpperCase() } : value,
    ]);
  return { method: method.toUpperCase(), url: urlOf(form).href, headers, form: sent, json };
}

/** The variable that holds the credentials of a scheme. */
function credentialsOf(scheme) {
  if (scheme === "api_key" && key.value !== "")
    return { variable: "LATCHKEY_API_KEY", prefix: "Bearer " };
  if (scheme === "integration_basic") return { variable: "BASIC_CREDENTIALS", prefix: "Basic " };
  if (scheme.endsWith("access_token")) return { variable: "ACCESS_TOKEN", prefix: "Bearer " };
  return undefined;
}

async function show(output, ask) {
  output.hidden = false;
  output.textContent = "Sending…";
  try {
    const started = performance.now();
    const response = await ask();
    const text = await response.text();
    const took = Math.round(performance.now() - started);
    const head = `${response.status} ${response.statusText} in ${took} ms`;
    const headers = ["link", "x-total-count", "x-request-id"]
      .filter((name) => response.headers.has(name))
      .map((name) => `${name}: ${response.headers.get(name)}`);
    output.dataset.kind = response.ok ? "good" : "bad";
    output.textContent = [head, ...headers, "", pretty(text)].join("\n").trim();
  } catch (error) {
    output.dataset.kind = "bad";
    output.textContent = `No response: ${error.message}`;
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
