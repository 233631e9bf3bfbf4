import type { Outbound, UrlOwner } from "@latchkey/server/feature/endpoints";
import type { CustomFetch } from "openid-client";

/** A request that could not be sent, or whose response broke a limit. */
export class OutboundFetchError extends Error {
  override readonly name = "OutboundFetchError";
}

/** RFC 9110 §15: what a `Response` must have no body for. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends the requests of `openid-client` as all of this server: within its limits, and not to the internal network. What
 * `outbound.allow` lists is for the hosts that an administrator wrote: the provider's document may name any other.
 */
export function outboundFetch(
  { request }: Pick<Outbound, "request">,
  registered: readonly string[],
): CustomFetch {
  return async (url, { method, headers, body }) => {
    const media_type = headers["content-type"] ?? "application/x-www-form-urlencoded";
    const reply = await request(
      url,
      {
        headers: without(headers, ["content-type", "user-agent"]),
        ...(method !== "GET" && { body: { media_type, text: textOf(body) } }),
      },
      ownerOf(url, registered),
    );
    if (!reply.ok) throw new OutboundFetchError(reply.error.reason);
    const { status, headers: given, body: bytes } = reply.value;
    const received = Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
    );
    const content = WITHOUT_BODY.has(status) ? null : new Uint8Array(bytes);
    return new Response(content, { status, headers: received });
  };
}

/** Who wrote a URL of a provider: an administrator, where it is at a host of the registered URLs, else the provider. */
export function ownerOf(url: string, registered: readonly string[]): UrlOwner {
  return registered.map(hostnameOf).includes(hostnameOf(url)) ? "registered" : "delegated";
}

function hostnameOf(url: string): string | undefined {
  return URL.parse(url)?.hostname;
}

function textOf(body: unknown): string {
  if (body === undefined || body === null) return "";
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new OutboundFetchError("The body is no text.");
}

function without(
  headers: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())),
  );
}
