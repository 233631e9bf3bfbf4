/** RFC 9111 §4.2: how long a response may be used without asking its server again. */

import type { RemoteDocument } from "../../outbound/outbound.ts";

type Headers = RemoteDocument["headers"];

/** Seconds from now; 0 when the server wants to be asked each time, or says nothing. Other servers share the copy. */
export function freshnessOf(headers: Headers): number {
  const directives = parseCacheControl(headers["cache-control"]);
  if (["no-store", "no-cache", "private"].some((name) => directives.has(name))) return 0;
  const lifetime =
    directives.get("s-maxage") ?? directives.get("max-age") ?? lifetimeByExpires(headers); // §4.2.1
  return Math.max(0, secondsOf(lifetime) - secondsOf(headers.age)); // §4.2.3
}

/** Directives by name. Of a repeated one the first counts. */
function parseCacheControl(text = ""): ReadonlyMap<string, string> {
  const directives = new Map<string, string>();
  for (const directive of text.split(",")) {
    const [name = "", value = ""] = directive.trim().toLowerCase().split("=", 2);
    if (!directives.has(name)) directives.set(name, value.replaceAll('"', ""));
  }
  return directives;
}

/** §5.3: an invalid date is in the past. */
function lifetimeByExpires({ expires, date }: Headers): string {
  const span = dateOf(expires) - dateOf(date);
  return Number.isFinite(span) ? String(Math.floor(Math.max(0, span) / 1000)) : "0";
}

function secondsOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : 0;
}

/** RFC 9110 §5.6.7: a date ends with GMT in its preferred form. `Date.parse` accepts much more. */
function dateOf(text = ""): number {
  return text.endsWith(" GMT") ? Date.parse(text) : Number.NaN;
}
