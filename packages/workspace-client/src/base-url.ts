/** Normalizes the API root. Throws a TypeError that never quotes the URL, because it may contain a password. */
export function parseBaseUrl(text: string, allowInsecureHttp: boolean): string {
  const url = parse(text);
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("baseUrl must not carry credentials.");
  }
  if (/[?#]/.test(text)) throw new TypeError("baseUrl must not have a query or a fragment.");
  if (!isConfidential(url) && !(allowInsecureHttp && url.protocol === "http:")) {
    throw new TypeError("baseUrl must be https, except on this machine or with allowInsecureHttp.");
  }

  const path = url.pathname.replace(/\/+$/, "");
  if (!path.endsWith("/v1")) throw new TypeError("baseUrl must end with /v1.");
  return url.origin + path;
}

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new TypeError("baseUrl must be an absolute URL."); // The parser's error would quote its input.
  }
}

/** Whether the secret cannot be read in transit. */
function isConfidential({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
