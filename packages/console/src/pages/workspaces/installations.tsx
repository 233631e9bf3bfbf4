import type { Installation } from "@latchkey/api";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { timeColumn } from "../../components/tables/columns.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { Badge } from "../../components/details.tsx";
import { EntityIcon } from "../../components/entity-icon.tsx";
import { Section } from "../../components/page.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { Link, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";

type Filter = { readonly workspace_id: string } | { readonly integration_id: string };

/** The installations into a workspace, or of an integration. */
export function Installations({ filter }: { readonly filter: Filter }) {
  const { latchkey } = useSession();
  const list = usePagedList<Installation>(["installations", filter], (request, options) =>
    latchkey.call("listInstallations", { ...filter, ...request }, options),
  );
  const known = useNamed(list.items ?? []);
  const [disconnecting, setDisconnecting] = useState<Installation | undefined>(undefined);
  return (
    <Section title="Installations">
      <Table
        label="Installations"
        noun="installation"
        list={list}
        keyOf={({ bot_id }) => bot_id}
        empty={{
          title: "No installations yet",
          children: <p>A user installs an integration through its authorization URL.</p>,
        }}
        columns={installationColumns(filter, known, setDisconnecting)}
      />
      {disconnecting !== undefined && (
        <ConfirmDialog
          title="Disconnect this installation?"
          submitLabel="Disconnect"
          onConfirm={() => latchkey.deleteInstallation({ bot_id: disconnecting.bot_id })}
          onClose={() => setDisconnecting(undefined)}
        >
          <p>
            {nameIn(known, disconnecting.integration_id)} loses its tokens for{" "}
            {nameIn(known, disconnecting.workspace_id)} now. Authorizing it again reconnects it.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function installationColumns(
  filter: Filter,
  known: ReadonlyMap<string, Named>,
  onDisconnect: (installation: Installation) => void,
): readonly Column<Installation>[] {
  const named = (id: string) => (
    <>
      <EntityIcon name={nameIn(known, id)} icon={known.get(id)?.icon ?? null} />
      {nameIn(known, id)}
    </>
  );
  return [
    // The page is about one of the two, so only the other is a column.
    "workspace_id" in filter
      ? {
          title: "Integration",
          cell: ({ integration_id }) => (
            <Link className="named" href={to("integrations", integration_id)}>
              {named(integration_id)}
            </Link>
          ),
        }
      : {
          title: "Workspace",
          cell: ({ workspace_id }) => (
            <Link className="named" href={to("workspaces", workspace_id)}>
              {named(workspace_id)}
            </Link>
          ),
        },
    {
      title: "Installed for",
      wideOnly: true,
      cell: ({ owner_type }) => (owner_type === "user" ? "one user" : "the workspace"),
    },
    {
      title: "Resources",
      wideOnly: true,
      alignEnd: true,
      cell: ({ resources }) => resources.length,
    },
    {
      title: "Status",
      cell: ({ status }) => <Badge tone={status === "active" ? "good" : "quiet"}>{status}</Badge>,
    },
    timeColumn("Installed", ({ created_at }) => created_at),
    {
      title: "Actions",
      titleHidden: true,
      alignEnd: true,
      cell: (installation) =>
        installation.status !== "disconnected" && (
          <RequireOperation id="deleteInstallation">
            <Button kind="danger" onPress={() => onDisconnect(installation)}>
              Disconnect
            </Button>
          </RequireOperation>
        ),
    },
  ];
}

/** The workspaces and integrations of these installations, by id. Those that cannot be fetched are left out. */
function useNamed(installations: readonly Installation[]): ReadonlyMap<string, Named> {
  const { latchkey } = useSession();
  const workspaces = unique(installations.map(({ workspace_id }) => workspace_id));
  const integrations = unique(installations.map(({ integration_id }) => integration_id));
  return useQueries({
    queries: [
      ...workspaces.map((id) => ({
        queryKey: ["workspaces", id],
        queryFn: (): Promise<Named> => latchkey.getWorkspace({ id }),
      })),
      ...integrations.map((id) => ({
        queryKey: ["integrations", id],
        queryFn: (): Promise<Named> => latchkey.getIntegration({ id }),
      })),
    ],
    combine: (results) =>
      new Map(
        results.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])),
      ),
  });
}

interface Named {
  readonly id: string;
  readonly name: string | null;
  readonly icon: string | null;
}

function nameIn(known: ReadonlyMap<string, Named>, id: string): string {
  return known.get(id)?.name ?? id;
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
