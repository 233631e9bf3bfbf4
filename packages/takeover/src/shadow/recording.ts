import { isObject, objectIn } from "./client-of.ts";
import type { Exchange } from "./exchange.ts";

/** A recorded exchange, as one line of JSON. It contains tokens: keep such a file as you keep the database. */
export function writeExchange(exchange: Exchange): string {
  return `${JSON.stringify(exchange)}\n`;
}

/** The exchange of a line; undefined where it is malformed. */
export function readExchange(line: string): Exchange | undefined {
  const { request, old } = objectIn(line) ?? {};
  if (!isObject(request) || !isObject(old)) return undefined;
  const { listener, method, target, body = "" } = request;
  const { status, body: old_body = "" } = old;
  if (listener !== "public" && listener !== "admin") return undefined;
  if (typeof method !== "string" || typeof target !== "string" || typeof body !== "string")
    return undefined;
  if (typeof status !== "number" || typeof old_body !== "string") return undefined;
  return {
    request: { listener, method, target, headers: textsOf(request["headers"]), body },
    old: { status, headers: textsOf(old["headers"]), body: old_body },
  };
}

/** Names in lower case. */
function textsOf(value: unknown): Record<string, string> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([name, text]) =>
      typeof text === "string" ? [[name.toLowerCase(), text] as const] : [],
    ),
  );
}
