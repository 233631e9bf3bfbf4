import type { Installation, Integration, Workspace } from "@latchkey/api";
import { useState } from "react";
import { useLoaded } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Badge } from "../../parts/facts.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { Ago } from "../../parts/time.tsx";
import { Link, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";

type Filter = { readonly workspace_id: string } | { readonly integration_id: string };

/** What is installed: into a workspace, or where an integration is. */
export function Installations({ filter }: { readonly filter: Filter }) {
  const { latchkey } = useSession();
  const loaded = useLoaded(`installations ${JSON.stringify(filter)}`, async () => {
    const installations = await latchkey.listInstallations({ ...filter, limit: 500 });
    const [workspaces, integrations] = await Promise.all([
      latchkey.listWorkspaces({ limit: 500 }),
      latchkey.listIntegrations({ limit: 500 }),
    ]);
    return { installations, names: namesOf([...workspaces, ...integrations]) };
  });
  const [leaving, setLeaving] = useState<Installation | undefined>(undefined);
  const { installations = [], names = new Map() } = loaded.value ?? {};
  return (
    <Section title="Installations">
      <Problem error={loaded.error} />
      {loaded.value !== undefined && installations.length === 0 && (
        <p className="card quiet">
          None yet. A person connects an integration through its authorization URL.
        </p>
      )}
      {installations.length > 0 && (
        <div className="card rows">
          {installations.map((one) => (
            <Row key={one.bot_id} installation={one} names={names} onLeave={setLeaving} />
          ))}
        </div>
      )}
      {leaving !== undefined && (
        <Confirm
          title="Disconnect this installation?"
          verb="Disconnect"
          onConfirm={async () => {
            await latchkey.deleteInstallation({ bot_id: leaving.bot_id });
            loaded.reload();
          }}
          onClose={() => setLeaving(undefined)}
        >
          <p>
            {names.get(leaving.integration_id)} loses its tokens for{" "}
            {names.get(leaving.workspace_id)} now. Authorizing it again revives it.
          </p>
        </Confirm>
      )}
    </Section>
  );
}

interface RowProps {
  readonly installation: Installation;
  readonly names: ReadonlyMap<string, string>;
  readonly onLeave: (installation: Installation) => void;
}

function Row({ installation, names, onLeave }: RowProps) {
  const { integration_id, workspace_id, owner_type, status, resources, updated_at } = installation;
  const tone = status === "active" ? "good" : "quiet";
  return (
    <div>
      <p>
        <Link href={to("integrations", integration_id)}>
          {names.get(integration_id) ?? integration_id}
        </Link>{" "}
        in{" "}
        <Link href={to("workspaces", workspace_id)}>{names.get(workspace_id) ?? workspace_id}</Link>{" "}
        <Badge tone={tone}>{status}</Badge>
        <span className="hint">
          For {owner_type === "user" ? "one person" : "the whole workspace"}, sees{" "}
          {resources.length} {resources.length === 1 ? "thing" : "things"}, changed{" "}
          <Ago time={updated_at} />
        </span>
      </p>
      {status !== "disconnected" && (
        <Button kind="danger" onPress={() => onLeave(installation)}>
          Disconnect
        </Button>
      )}
    </div>
  );
}

function namesOf(items: readonly (Workspace | Integration)[]): Map<string, string> {
  return new Map(items.map(({ id, name }) => [id, name ?? id]));
}
