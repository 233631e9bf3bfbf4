/** The URI with parameters after those it has; all of it stays as it is written. What a header could not carry is encoded. */
export function withQuery(uri: string, parameters: Parameters): string {
  const added = writeParameters(parameters);
  if (added === "") return uri;
  const plain = ASCII.test(uri) ? uri : new URL(uri).href;
  const end = plain.indexOf("#");
  const stem = end === -1 ? plain : plain.slice(0, end);
  return stem + queryMarkOf(stem) + added + plain.slice(stem.length);
}

/** What to say, by name. What is undefined is not said. */
type Parameters = Readonly<Record<string, string | undefined>>;

const ASCII = /^[\x21-\x7e]*$/;

/** RFC 6749 §3.1.2: a query that is there already is kept. */
export function queryMarkOf(uri: string): string {
  if (!uri.includes("?")) return "?";
  return /[?&]$/.test(uri) ? "" : "&";
}

/** The parameters as a query, a fragment or a form carries them: as URLSearchParams would write them, in a fifth of the time. */
export function writeParameters(parameters: Parameters): string {
  let text = "";
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) text += `${text === "" ? "" : "&"}${encode(name)}=${encode(value)}`;
  }
  return text;
}

/** What stays as it is (WHATWG URL, application/x-www-form-urlencoded): most names and tokens are nothing else. */
const PLAIN = /^[\w*.-]*$/;

function encode(text: string): string {
  if (PLAIN.test(text)) return text;
  return encodeURIComponent(text.toWellFormed())
    .replaceAll("%20", "+")
    .replaceAll(/[!'()~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}
