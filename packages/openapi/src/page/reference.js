// What a reader without this script misses: searching, unfolding what a link leads to, and sending.

const base = new URL(".", location.href);
const search = document.querySelector("#search");
const key = document.querySelector("#api-key");

search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const items = [...document.querySelectorAll(".rail li")];
  for (const item of items) {
    const text = `${item.dataset.words} ${item.textContent.toLowerCase()}`;
    item.hidden = !words.every((word) => text.includes(word));
  }
  for (const section of document.querySelectorAll(".rail section:has(li)")) {
    section.hidden = section.querySelector("li:not([hidden])") === null;
  }
  const found = items.some((item) => !item.hidden);
  document.querySelector("#nothing").textContent = found ? "" : "No operation has all these words.";
});

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, textarea");
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
  const button = form.querySelector("[data-copy]");
  button.addEventListener("click", () => void copy(form, button));
}

async function send(form) {
  const { url, ...init } = requestOf(form);
  if (form.dataset.navigates) open(url, "_blank", "noopener");
  else await show(form.querySelector("output"), () => fetch(url, init));
}

async function copy(form, button) {
  await navigator.clipboard.writeText(curlOf(form));
  const before = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = before), 2000);
}

function fieldsOf(form, place) {
  return [...form.querySelectorAll(`[data-in="${place}"]`)]
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => [name, value]);
}

function requestOf(form) {
  const { method, path, scheme } = form.dataset;
  const names = Object.fromEntries(fieldsOf(form, "path"));
  const target = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name] ?? ""));
  const url = new URL(target, base);
  for (const [name, value] of fieldsOf(form, "query")) url.searchParams.set(name, value);

  const headers = {};
  const [[, token] = []] = fieldsOf(form, "token");
  if (token) headers.authorization = `Bearer ${token}`;
  if (scheme === "api_key" && key.value) headers.authorization = `Bearer ${key.value}`;

  const json = form.querySelector('[data-in="json"]')?.value.trim();
  const sent = fieldsOf(form, "form");
  if (json) headers["content-type"] = "application/json";
  const body = sent.length > 0 ? new URLSearchParams(sent) : json || undefined;
  return {
    url,
    method: method.toUpperCase(),
    headers,
    body,
    credentials: "omit",
    cache: "no-store",
  };
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
    const told = ["link", "x-total-count", "x-request-id"]
      .filter((name) => response.headers.has(name))
      .map((name) => `${name}: ${response.headers.get(name)}`);
    output.dataset.kind = response.ok ? "good" : "bad";
    output.textContent = [head, ...told, "", pretty(text)].join("\n").trim();
  } catch (error) {
    output.dataset.kind = "bad";
    output.textContent = `Nothing came back: ${error.message}`;
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** Secrets stay on the page: the line names variables in their place. */
function curlOf(form) {
  const { url, method, headers, body } = requestOf(form);
  const parts = ["curl", "-X", method, quote(url.href)];
  if (headers.authorization) {
    const variable = form.dataset.scheme === "api_key" ? "LATCHKEY_API_KEY" : "ACCESS_TOKEN";
    parts.push("-H", `"Authorization: Bearer $${variable}"`);
  }
  for (const { name, value, classList } of form.querySelectorAll('[data-in="form"]')) {
    if (value === "") continue;
    const isSecret = classList.contains("secret");
    const field = isSecret ? `"${name}=$${name.toUpperCase()}"` : quote(`${name}=${value}`);
    parts.push("--data-urlencode", field);
  }
  if (typeof body === "string")
    parts.push("-H", "'Content-Type: application/json'", "-d", quote(body));
  return parts.join(" ");
}

function quote(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
