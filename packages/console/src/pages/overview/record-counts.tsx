import { short } from "../../charts/scale.ts";
import type { Snapshot } from "../../metrics/snapshot.ts";
import { Link, to } from "../../router.tsx";
import { isServed } from "../../served.ts";
import type { RecordCounts } from "./use-record-counts.ts";

interface RecordCountsProps {
  readonly counts: RecordCounts;
  readonly snapshots: readonly Snapshot[];
}

/** How many clients, accounts, workspaces and login sessions there are, of those that the server has, each with a link to its page. */
export function RecordCountTiles({ counts, snapshots }: RecordCountsProps) {
  const sessions = snapshots.at(-1)?.sessions;
  return (
    <dl className="counts">
      <Count page="clients" label="Clients" value={counts.clients} />
      {isServed("listAccounts") && (
        <Count page="accounts" label="Accounts" value={counts.accounts} />
      )}
      {isServed("listWorkspaces") && (
        <Count page="workspaces" label="Workspaces" value={counts.workspaces} />
      )}
      {sessions !== undefined && <Count page="sessions" label="Login sessions" value={sessions} />}
    </dl>
  );
}

function Count(props: {
  readonly page: string;
  readonly label: string;
  readonly value: number | undefined;
}) {
  return (
    <div>
      <dt>
        <Link href={to(props.page)}>{props.label}</Link>
      </dt>
      <dd>{props.value === undefined ? "–" : short(props.value)}</dd>
    </div>
  );
}
