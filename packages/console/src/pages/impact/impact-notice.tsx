import type { Impact, ImpactRequest } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { Notice } from "../../components/notice.tsx";
import { isServed } from "../../served.ts";
import { useSession } from "../../session/session.ts";

const TYPING_PAUSE_MS = 300;
const MAX_SHOWN = 3;

interface ImpactNoticeProps {
  /** Undefined while nothing is changed, or the draft is not complete. */
  readonly change: ImpactRequest["changes"][number] | undefined;
  /** What makes the change. */
  readonly action: "Saving" | "Deleting it" | "Disabling it";
}

/** What a change would have refused of the requests so far. Renders nothing where that is nothing, or not known. */
export function ImpactNotice({ change, action }: ImpactNoticeProps) {
  const { latchkey } = useSession();
  const { data } = useQuery({
    queryKey: ["impact", change],
    enabled: change !== undefined && isServed("predictImpact"),
    retry: false, // A draft that is not valid yet has no impact; saving says what is wrong with it.
    gcTime: 0, // Counted again each time.
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => void setTimeout(resolve, TYPING_PAUSE_MS));
      signal.throwIfAborted();
      const changes = change === undefined ? [] : [change];
      return latchkey.predictImpact({ body: { changes } }, { signal });
    },
  });
  if (change === undefined || data === undefined || data.refused === 0) return null;
  return (
    <Notice tone="bad">
      <p role="status">
        {action} would have refused <strong>{data.refused}</strong> {requestsOf(data)} since{" "}
        {data.since.slice(0, 10)}
        {reasonsOf(data)}.
      </p>
    </Notice>
  );
}

/** Of one client, or of several with the most refused ones by name. */
function requestsOf({ clients }: Impact): string {
  const refused = clients.filter((one) => one.refused > 0);
  const [first, ...others] = refused;
  if (first === undefined) return "requests";
  if (others.length === 0)
    return `of the ${first.requests} requests of ${first.client_name || first.client_id}`;
  const named = refused
    .slice(0, MAX_SHOWN)
    .map((one) => `${one.client_name || one.client_id} (${one.refused})`);
  return `requests of ${listed(named, refused.length, "client")}`;
}

/** A deleted client has no more to say than that. */
function reasonsOf({ clients }: Impact): string {
  const requests = new Map<string, number>();
  for (const { field, value, requests: count } of clients.flatMap((one) => one.refusals)) {
    if (field === "client_id") return "";
    const reason = `${field} ${value}`;
    requests.set(reason, (requests.get(reason) ?? 0) + count);
  }
  const most = [...requests].toSorted(([, one], [, other]) => other - one);
  const shown = most.slice(0, MAX_SHOWN).map(([reason, count]) => `${reason} (${count})`);
  return `: ${listed(shown, most.length, "reason")}`;
}

function listed(shown: readonly string[], total: number, noun: string): string {
  const more = total - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more ${more === 1 ? noun : `${noun}s`}`] : [])].join(
    ", ",
  );
}
