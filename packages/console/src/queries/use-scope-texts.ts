import { type Api, type DisplayText, type ScopeTexts, textIn } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session.ts";

/** As many as one page can have. The texts of further ones are not shown. */
const MAX_APIS = 500;
const STALE_MS = 60_000;

/**
 * What users read of scopes, in English as the console is. As on the consent page, the texts of the first API of `audience`
 * that has any hold before those of the settings.
 */
export function useScopeTexts(): (
  scope: string,
  audience: readonly string[],
) => DisplayText | undefined {
  const { latchkey, scope_texts = {} } = useSession();
  const { data: apis = [] } = useQuery({
    queryKey: ["apis", "texts"],
    queryFn: ({ signal }): Promise<readonly Pick<Api, "identifier" | "scope_texts">[]> =>
      latchkey.listApis({ limit: MAX_APIS }, { signal }),
    staleTime: STALE_MS,
  });
  const known = new Map<string, ScopeTexts | undefined>(
    apis.map((api) => [keyOf(api.identifier), api.scope_texts]),
  );
  return (scope, audience) => {
    const named = audience.map((identifier) => known.get(keyOf(identifier)) ?? {});
    const texts = [...named, scope_texts].find((each) => Object.hasOwn(each, scope))?.[scope];
    return texts && textIn(texts, "en");
  };
}

/** Upper and lower case of the host, and a default port, do not matter. */
function keyOf(identifier: string): string {
  return URL.canParse(identifier) ? new URL(identifier).href : identifier;
}
