import type { OutboundCheck } from "@latchkey/api";
import { isDevelopment } from "../config/derived.ts";
import type { Config } from "../config/settings.ts";
import { createOutbound, explainUrlRefusal, type Outbound, type UrlOwner } from "./outbound.ts";

/** A URL to which the server would send requests, and who wrote it. */
export interface OwnedUrl {
  readonly url: string;
  readonly owner: UrlOwner;
}

/** What a server with these settings would say of URLs, without the server. */
export function checkUrls(urls: readonly OwnedUrl[], config: Config): Promise<OutboundCheck> {
  const present = config["outbound.allow"];
  const development = isDevelopment(config);
  const outbound = createOutbound({ development, allow: () => present });
  return checkUrlsWith(urls, outbound, present);
}

/** Finds the URLs to which requests would fail, and the line of the settings with which they would be sent. */
export async function checkUrlsWith(
  urls: readonly OwnedUrl[],
  outbound: Pick<Outbound, "checkHost">,
  present: readonly string[],
): Promise<OutboundCheck> {
  const refused = await findRefusedUrls(urls, outbound);
  const missing = new Set(refused.flatMap(({ allow }) => allow));
  if (missing.size === 0) return { refused };
  const entries = [...new Set([...present, ...missing])].map((entry) => JSON.stringify(entry));
  return { refused, setting: `outbound.allow: [${entries.join(", ")}]` };
}

/** How many names are looked up at once, so that those of clients are looked up meanwhile. */
const CONCURRENCY = 8;

/** As names are resolved now. A host is asked for once. */
async function findRefusedUrls(
  urls: readonly OwnedUrl[],
  { checkHost }: Pick<Outbound, "checkHost">,
): Promise<OutboundCheck["refused"]> {
  const checked = new Map<string, Awaited<ReturnType<typeof checkHost>>>();
  const remaining = new Map(urls.map((one) => [placeOf(one), one])).entries();
  const work = async (): Promise<void> => {
    for (const [place, { url, owner }] of remaining)
      checked.set(place, await checkHost(url, owner));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return urls.flatMap((one) => {
    const found = checked.get(placeOf(one));
    if (found === undefined || found.ok) return [];
    return [{ url: one.url, reason: explainUrlRefusal(found.error), allow: found.error.entries }];
  });
}

/** Everything of a URL that the check depends on. */
function placeOf({ url, owner }: OwnedUrl): string {
  const { protocol, hostname, username, password } = URL.parse(url) ?? {};
  return [owner, protocol, hostname, username, password].join(" ");
}
