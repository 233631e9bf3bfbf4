import type { Flow } from "../interaction/flow.ts";

type Beginning = Omit<Flow, "flow_id" | "version">;

/** Parameters that are kept as they came, and are therefore in `request_url` as well. */
const KEPT = ["state", "nonce", "id_token_hint", "login_hint", "redirect_uri"] as const;

/** Shorter ones are stored twice: looking them up again would cost more than the room. */
const SHORTEST_ELIDED = 1_024;

/** The beginning of a flow as it is stored: long parameters that its `request_url` holds are left out and named. */
export type StoredBeginning = Beginning & { readonly in_url?: readonly string[] };

/** Leaves out of a flow what its `request_url` repeats, so that a long parameter is stored once. */
export function elide(begun: Beginning): StoredBeginning {
  const long = KEPT.filter((name) => (begun.request[name]?.length ?? 0) >= SHORTEST_ELIDED);
  if (long.length === 0) return begun;
  const sent = parametersOf(begun.request_url);
  const in_url = long.filter((name) => sent?.get(name) === begun.request[name]);
  const request = Object.fromEntries(
    Object.entries(begun.request).filter(([name]) => !in_url.some((elided) => elided === name)),
  ) as unknown as Beginning["request"];
  return { ...begun, request, in_url };
}

/** Puts back what `elide` left out. */
export function restore({ in_url, ...begun }: StoredBeginning): Beginning {
  if (in_url === undefined || in_url.length === 0) return begun;
  const sent = parametersOf(begun.request_url);
  const elided = in_url.map((name) => [name, sent?.get(name) ?? undefined]);
  return { ...begun, request: { ...begun.request, ...Object.fromEntries(elided) } };
}

function parametersOf(request_url: string): URLSearchParams | undefined {
  return URL.parse(request_url)?.searchParams;
}
