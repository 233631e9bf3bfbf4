import type { Account } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { ErrorNotice } from "../../components/notice.tsx";
import { useSession } from "../../session/session.ts";

/** How many records of each kind end with an account. */
export function ErasurePreview({ account }: { readonly account: Account }) {
  const { latchkey } = useSession();
  const { username } = account;
  const { data, error } = useQuery({
    queryKey: ["accounts", username, "export"],
    queryFn: ({ signal }) => latchkey.exportAccount({ username }, { signal }),
  });
  const counts = Object.entries(data?.records ?? {}).filter(([, records]) => records.length > 0);
  return (
    <>
      <ErrorNotice error={error} />
      {counts.length > 0 && (
        <>
          <p>What ends now:</p>
          <ul className="bullets">
            {counts.map(([kind, records]) => (
              <li key={kind}>{describe(kind, records.length)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** `2 login sessions`; kinds of features that are not known here are named as the export names them. */
function describe(kind: string, count: number): string {
  const [one = kind.replaceAll("_", " "), many = one] = names[kind] ?? [];
  return `${count} ${count === 1 ? one : many}`;
}

const names: Readonly<Record<string, readonly [one: string, many: string]>> = {
  login_sessions: ["login session", "login sessions"],
  consents: ["consent, with its tokens", "consents, with their tokens"],
  account_factors: ["factor", "factors"],
  account_devices: ["note of a device", "notes of devices"],
  account_events: ["event", "events"],
  workspace_members: ["membership of a workspace", "memberships of workspaces"],
  workspace_installations: ["installation", "installations"],
};
