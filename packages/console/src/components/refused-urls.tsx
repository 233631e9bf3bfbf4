import { useQuery } from "@tanstack/react-query";
import { isServed } from "../served.ts";
import { useSession } from "../session/session.ts";
import { Notice } from "./notice.tsx";

/** Says to which URLs of a record the server sends no requests, and the setting that would help. Renders nothing where there are none. */
export function RefusedUrls({ urls }: { readonly urls: readonly string[] }) {
  const { latchkey, may } = useSession();
  const { data } = useQuery({
    queryKey: ["outbound", urls],
    enabled: urls.length > 0 && isServed("checkOutboundUrls") && may("checkOutboundUrls"),
    retry: false,
    queryFn: ({ signal }) =>
      latchkey.checkOutboundUrls(
        { body: { destinations: urls.map((url) => ({ url })) } },
        { signal },
      ),
  });
  if (data === undefined || data.refused.length === 0) return null;
  return (
    <Notice tone="bad">
      {data.refused.map(({ url, reason }) => (
        <p key={url} role="status">
          Requests to <code>{url}</code> fail. {reason}
        </p>
      ))}
      {data.setting !== undefined && (
        <p>
          In the settings: <code>{data.setting}</code>
        </p>
      )}
    </Notice>
  );
}
