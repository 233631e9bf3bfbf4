/** Where a request id may travel when the body has none, unless told otherwise. */
export const defaultRequestIdHeaders: readonly string[] = [
  "x-request-id",
  "x-service-request-id",
  "request-id",
];

/** The id the server logs under: the body's, else the first header that has one. Fit to be printed. */
export function findRequestId(
  body: unknown,
  headers: Headers,
  names: readonly string[],
): string | undefined {
  const candidates = [memberOf(body), ...names.map((name) => headers.get(name))];
  return candidates.map(printable).find((id) => id !== "");
}

function memberOf(body: unknown): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, "request_id") : undefined;
}

/** A server's text must not move a cursor, forge a log line or fill a disk. */
function printable(id: unknown): string {
  return typeof id === "string" ? id.replaceAll(UNPRINTABLE, "").slice(0, 200) : "";
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
