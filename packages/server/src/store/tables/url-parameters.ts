import type { Begun, StoredBegun } from "./flow-documents.ts";

/** Parameters that are kept as they came, and are therefore in `request_url` as well. */
const KEPT = ["state", "nonce", "id_token_hint", "login_hint"] as const;

/** Shorter ones are stored twice: looking them up again would cost more than the room. */
const SHORTEST_ELIDED = 1_024;

/** Leaves out of a flow what its `request_url` repeats, so that a long parameter is stored once. */
export function elide(begun: Begun): StoredBegun {
  const long = KEPT.filter((name) => (begun.request[name]?.length ?? 0) >= SHORTEST_ELIDED);
  if (long.length === 0) return begun;
  const sent = parametersOf(begun.request_url);
  const in_url = long.filter((name) => sent?.get(name) === begun.request[name]);
  const request = Object.fromEntries(
    Object.entries(begun.request).filter(([name]) => !in_url.some((elided) => elided === name)),
  ) as unknown as Begun["request"];
  return { ...begun, request, in_url };
}

/** Puts back what `elide` left out. */
export function restore({ in_url, ...begun }: StoredBegun): Begun {
  if (in_url === undefined || in_url.length === 0) return begun;
  const sent = parametersOf(begun.request_url);
  const elided = in_url.map((name) => [name, sent?.get(name) ?? undefined]);
  return { ...begun, request: { ...begun.request, ...Object.fromEntries(elided) } };
}

function parametersOf(request_url: string): URLSearchParams | undefined {
  return URL.parse(request_url)?.searchParams;
}
