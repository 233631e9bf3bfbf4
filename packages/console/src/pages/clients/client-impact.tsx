import type { ImpactOnClient, OAuth2ClientInput } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { Notice } from "../../components/notice.tsx";
import { isServed } from "../../served.ts";
import { useSession } from "../../session/session.ts";

const TYPING_PAUSE_MS = 300;
const MAX_REFUSALS = 3;

interface ClientImpactProps {
  readonly client_id: string;
  /** The client as it would be; undefined while nothing is changed, or the draft is not complete. */
  readonly draft: OAuth2ClientInput | undefined;
}

/** What saving a client would have refused of its requests so far. Renders nothing where that is nothing, or not known. */
export function ClientImpact({ client_id, draft }: ClientImpactProps) {
  const { latchkey } = useSession();
  const { data } = useQuery({
    queryKey: ["impact", client_id, draft],
    enabled: draft !== undefined && isServed("predictImpact"),
    retry: false, // A draft that is not valid yet has no impact; saving says what is wrong with it.
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => void setTimeout(resolve, TYPING_PAUSE_MS));
      signal.throwIfAborted();
      const body = { changes: [{ kind: "client" as const, id: client_id, after: { ...draft } }] };
      return latchkey.predictImpact({ body }, { signal });
    },
  });
  const impact = data?.clients.find((one) => one.client_id === client_id);
  if (draft === undefined || impact === undefined || impact.refused === 0) return null;
  return (
    <Notice tone="bad">
      <p role="status">
        Saving would have refused <strong>{impact.refused}</strong> of the {impact.requests}{" "}
        requests since {data?.since.slice(0, 10)}: {reasonsOf(impact)}.
      </p>
    </Notice>
  );
}

function reasonsOf({ refusals }: ImpactOnClient): string {
  const shown = refusals
    .slice(0, MAX_REFUSALS)
    .map(({ field, value, requests }) => `${field} ${value} (${requests})`);
  const more = refusals.length - MAX_REFUSALS;
  return [...shown, ...(more > 0 ? [`${more} more reasons`] : [])].join(", ");
}
