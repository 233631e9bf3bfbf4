import type { Workspace } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { copyableColumn, timeColumn } from "../../components/tables/columns.tsx";
import { EntityIcon } from "../../components/entity-icon.tsx";
import { Page } from "../../components/page.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { useSearchedList } from "../../queries/use-searched-list.ts";
import { Link, navigate, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { WorkspaceDialog } from "./workspace-dialog.tsx";

const columns: readonly Column<Workspace>[] = [
  {
    title: "Workspace",
    cell: ({ id, name, icon }) => (
      <Link className="named" href={to("workspaces", id)}>
        <EntityIcon name={name ?? "?"} icon={icon} />
        {name ?? "Unnamed"}
      </Link>
    ),
  },
  copyableColumn(
    "ID",
    ({ id }) => id,
    ({ name }) => `ID of ${name ?? "the workspace"}`,
  ),
  {
    title: "Resources",
    wideOnly: true,
    alignEnd: true,
    cell: ({ resources }) => resources.length,
  },
  timeColumn("Updated", ({ updated_at }) => updated_at),
];

/** The list of workspaces. */
export function WorkspaceList() {
  const { latchkey } = useSession();
  const searched = useSearchedList<Workspace>(
    ["workspaces"],
    (request, options) => latchkey.call("listWorkspaces", request, options),
    "name or ID",
  );
  const [isCreating, setCreating] = useState(false);
  const create = (
    <RequireOperation id="createWorkspace">
      <Button kind="primary" onPress={() => setCreating(true)}>
        New workspace
      </Button>
    </RequireOperation>
  );
  return (
    <Page
      title="Workspaces"
      lead="Integrations are installed into workspaces, which have members and resources."
      actions={create}
    >
      <Table
        label="Workspaces"
        noun="workspace"
        {...searched}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          title: "No workspaces yet",
          children: (
            <>
              <p>Create one and add its members, who can then connect integrations to it.</p>
              {create}
            </>
          ),
        }}
      />
      {isCreating && <NewWorkspace onClose={() => setCreating(false)} />}
    </Page>
  );
}

function NewWorkspace({ onClose }: { readonly onClose: () => void }) {
  const { latchkey } = useSession();
  return (
    <WorkspaceDialog
      title="New workspace"
      submitLabel="Create workspace"
      onSubmit={async (body) => {
        const { id } = await latchkey.createWorkspace({ body });
        navigate(to("workspaces", id));
      }}
      onClose={onClose}
    />
  );
}
