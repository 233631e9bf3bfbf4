/** Default headers of the request ID, if the body has none. */
export const defaultRequestIdHeaders: readonly string[] = [
  "x-request-id",
  "x-service-request-id",
  "request-id",
];

/** Finds the request ID in the body, otherwise in the headers. Sanitized for printing. */
export function findRequestId(
  body: unknown,
  headers: Headers,
  names: readonly string[],
): string | undefined {
  const candidates = [requestIdField(body), ...names.map((name) => headers.get(name))];
  return candidates.map(printable).find((id) => id !== "");
}

function requestIdField(body: unknown): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, "request_id") : undefined;
}

/** Removes control characters and limits the length: the text is untrusted and may be logged. */
function printable(id: unknown): string {
  return typeof id === "string" ? id.replaceAll(UNPRINTABLE, "").slice(0, 200) : "";
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
