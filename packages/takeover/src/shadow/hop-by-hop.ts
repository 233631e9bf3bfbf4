/** Fields of one connection (RFC 9110 §7.6.1), and those with which a message says where it goes and where it ends. */
const MADE_ANEW = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * What of a message's header fields is sent on: those of the connection, those that `Connection` names, and those of the framing are
 * left out. As names and values in turn, so that their case and order stay.
 */
export function endToEnd(raw: readonly string[]): string[] {
  const named = new Set<string>();
  for (let index = 0; index < raw.length; index += 2)
    if (raw[index]?.toLowerCase() === "connection")
      for (const name of (raw[index + 1] ?? "").split(",")) named.add(name.trim().toLowerCase());
  return raw.filter((_value, index) => {
    const name = (raw[index - (index % 2)] ?? "").toLowerCase();
    return !MADE_ANEW.has(name) && !named.has(name);
  });
}

/** Whether a message has no transfer coding, or the one that Node takes off. */
export function isPlainlyFramed(transfer_encoding: string | undefined): boolean {
  return transfer_encoding === undefined || transfer_encoding.trim().toLowerCase() === "chunked";
}
