import { useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session.ts";

/** The OpenID Connect discovery document of this server. It changes only with its settings, so it is fetched once. */
export function useDiscovery() {
  const { latchkey } = useSession();
  return useQuery({
    queryKey: ["discovery"],
    queryFn: ({ signal }) => latchkey.discoverOpenIDConfiguration({}, { signal }),
    staleTime: Infinity,
  });
}
