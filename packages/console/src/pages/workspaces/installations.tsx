import type { Installation } from "@latchkey/api";
import { useState } from "react";
import { usePagedList } from "../../list.ts";
import { useLoaded } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Badge } from "../../parts/facts.tsx";
import { ListFoot } from "../../parts/list-foot.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { Ago } from "../../parts/time.tsx";
import { Link, to } from "../../router.tsx";
import { Allowed } from "../../session/allowed.tsx";
import { useSession } from "../../session/session.ts";

type Filter = { readonly workspace_id: string } | { readonly integration_id: string };

/** What is installed: into a workspace, or where an integration is. */
export function Installations({ filter }: { readonly filter: Filter }) {
  const { latchkey } = useSession();
  const list = usePagedList<Installation>((wanted, options) =>
    latchkey.call("listInstallations", { ...filter, ...wanted }, options),
  );
  const { items = [] } = list;
  const names = useNames(items);
  const nameOf = (id: string): string => names.get(id) ?? id;
  const [leaving, setLeaving] = useState<Installation | undefined>(undefined);
  return (
    <Section title="Installations">
      <Problem error={list.error} />
      {list.items?.length === 0 && (
        <p className="card quiet">
          None yet. A person connects an integration through its authorization URL.
        </p>
      )}
      {items.length > 0 && (
        <div className="card rows">
          {items.map((one) => (
            <Row key={one.bot_id} installation={one} nameOf={nameOf} onLeave={setLeaving} />
          ))}
        </div>
      )}
      <ListFoot list={list} noun="installation" />
      {leaving !== undefined && (
        <Confirm
          title="Disconnect this installation?"
          verb="Disconnect"
          onConfirm={async () => {
            await latchkey.deleteInstallation({ bot_id: leaving.bot_id });
            list.reload();
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p>
            {nameOf(leaving.integration_id)} loses its tokens for {nameOf(leaving.workspace_id)}{" "}
            now. Authorizing it again revives it.
          </p>
        </Confirm>
      )}
    </Section>
  );
}

/** The names of the workspaces and integrations that these installations are about. */
function useNames(installations: readonly Installation[]): ReadonlyMap<string, string> {
  const { latchkey } = useSession();
  const workspaces = unique(installations.map(({ workspace_id }) => workspace_id));
  const integrations = unique(installations.map(({ integration_id }) => integration_id));
  const { value } = useLoaded(`names ${workspaces.join()} ${integrations.join()}`, async () => {
    const named = await Promise.all([
      ...workspaces.map((id) => latchkey.call("getWorkspace", { id })),
      ...integrations.map((id) => latchkey.call("getIntegration", { id })),
    ]);
    return new Map(
      named.flatMap((reply) =>
        reply.ok ? [[reply.body.id, reply.body.name ?? reply.body.id]] : [],
      ),
    );
  });
  return value ?? new Map();
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

interface RowProps {
  readonly installation: Installation;
  readonly nameOf: (id: string) => string;
  readonly onLeave: (installation: Installation) => void;
}

function Row({ installation, nameOf, onLeave }: RowProps) {
  const { integration_id, workspace_id, owner_type, status, resources, updated_at } = installation;
  const tone = status === "active" ? "good" : "quiet";
  return (
    <div>
      <p>
        <Link href={to("integrations", integration_id)}>{nameOf(integration_id)}</Link> in{" "}
        <Link href={to("workspaces", workspace_id)}>{nameOf(workspace_id)}</Link>{" "}
        <Badge tone={tone}>{status}</Badge>
        <span className="hint">
          For {owner_type === "user" ? "one person" : "the whole workspace"}, sees{" "}
          {resources.length} {resources.length === 1 ? "thing" : "things"}, changed{" "}
          <Ago time={updated_at} />
        </span>
      </p>
      {status !== "disconnected" && (
        <Allowed to="write">
          <Button kind="danger" onPress={() => onLeave(installation)}>
            Disconnect
          </Button>
        </Allowed>
      )}
    </div>
  );
}
