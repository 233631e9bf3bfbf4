import type { Workspace } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Copyable } from "../../components/copy-button.tsx";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { RecordTime } from "../../components/date-time.tsx";
import { Details } from "../../components/details.tsx";
import { EntityIcon } from "../../components/entity-icon.tsx";
import { Page, PageQuery } from "../../components/page.tsx";
import { navigate, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { History } from "../audit/history.tsx";
import { Installations } from "./installations.tsx";
import { Members } from "./members.tsx";
import { Resources } from "./resources.tsx";
import { WorkspaceDialog } from "./workspace-dialog.tsx";

/** One workspace: its members, resources and installations. */
export function WorkspacePage({ id }: { readonly id: string }) {
  const { latchkey } = useSession();
  const query = useQuery({
    queryKey: ["workspaces", id],
    queryFn: ({ signal }) => latchkey.getWorkspace({ id }, { signal }),
  });
  const { data: workspace } = query;
  const [isEditing, setEditing] = useState(false);
  return (
    <Page
      title={workspace === undefined ? "Workspace" : (workspace.name ?? "Unnamed")}
      icon={workspace && <EntityIcon name={workspace.name ?? "?"} icon={workspace.icon} />}
      back={{ href: to("workspaces"), label: "Workspaces" }}
      actions={
        workspace !== undefined && (
          <RequireOperation id="updateWorkspace">
            <Button kind="primary" onPress={() => setEditing(true)}>
              Edit
            </Button>
          </RequireOperation>
        )
      }
    >
      <PageQuery query={query}>
        {(found) => (
          <>
            <div className="card">
              <Details
                rows={[
                  ["ID", <Copyable key="id" text={found.id} what="workspace ID" />],
                  ["Created", <RecordTime key="created" time={found.created_at} />],
                  ["Updated", <RecordTime key="updated" time={found.updated_at} />],
                ]}
              />
            </div>
            <Members workspace_id={id} />
            <Resources workspace={found} />
            <Installations filter={{ workspace_id: id }} />
            <History object_type="workspace" object_id={id} of="this workspace" />
            <RequireOperation id="deleteWorkspace">
              <WorkspaceDangerZone workspace={found} />
            </RequireOperation>
          </>
        )}
      </PageQuery>
      {workspace !== undefined && isEditing && (
        <WorkspaceDialog
          title="Edit workspace"
          submitLabel="Save changes"
          present={workspace}
          onSubmit={async (body, opened) => {
            await latchkey.updateWorkspace({ id, body }, opened && { if_unchanged: opened });
            setEditing(false);
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </Page>
  );
}

function WorkspaceDangerZone({ workspace }: { readonly workspace: Workspace }) {
  const { latchkey } = useSession();
  const name = workspace.name ?? workspace.id;
  return (
    <DangerZone>
      <DangerousAction
        title="Delete the workspace."
        effect="Everything installed into it stops working."
        label="Delete workspace"
        question={`Delete ${name}?`}
        name={name}
        onConfirm={async () => {
          await latchkey.deleteWorkspace({ id: workspace.id });
          navigate(to("workspaces"));
        }}
      >
        <p>
          Its members, resources and installations are deleted with it. Bots of {name} lose their
          tokens immediately.
        </p>
      </DangerousAction>
    </DangerZone>
  );
}
