import { explainUrlRefusal, type Outbound, type UrlOwner } from "./outbound.ts";

/** A URL to which the server would send requests, and who wrote it. */
export interface OwnedUrl {
  readonly url: string;
  readonly owner: UrlOwner;
}

/** A URL to which requests would fail now. */
export interface RefusedUrl {
  readonly url: string;
  /** Why, and what would help: sentences. */
  readonly reason: string;
  /** The entries of `outbound.allow` that would help; empty where none does. */
  readonly allow: readonly string[];
}

/** How many names are looked up at once, so that those of clients are looked up meanwhile. */
const CONCURRENCY = 8;

/** Finds the URLs to which requests would fail, as names are resolved now. A host is asked for once. */
export async function findRefusedUrls(
  urls: readonly OwnedUrl[],
  { checkHost }: Pick<Outbound, "checkHost">,
): Promise<readonly RefusedUrl[]> {
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

/** The line of the settings with which these would be sent as well; undefined where no line helps. */
export function settingThatHelps(
  refused: readonly RefusedUrl[],
  present: readonly string[],
): string | undefined {
  const missing = new Set(refused.flatMap(({ allow }) => allow));
  if (missing.size === 0) return undefined;
  const entries = [...new Set([...present, ...missing])].map((entry) => JSON.stringify(entry));
  return `outbound.allow: [${entries.join(", ")}]`;
}
