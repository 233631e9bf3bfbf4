import type { WorkspaceMember } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { Badge, Monogram } from "../../components/details.tsx";
import { Section } from "../../components/page.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { Link, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { MemberDialog } from "./member-dialog.tsx";

/** The members of a workspace. */
export function Members({ workspace_id }: { readonly workspace_id: string }) {
  const { latchkey } = useSession();
  const list = usePagedList<WorkspaceMember>(
    ["workspaces", workspace_id, "members"],
    (request, options) =>
      latchkey.call("listWorkspaceMembers", { id: workspace_id, ...request }, options),
  );
  const [isAdding, setAdding] = useState(false);
  const [editing, setEditing] = useState<WorkspaceMember | undefined>(undefined);
  const [removing, setRemoving] = useState<WorkspaceMember | undefined>(undefined);
  return (
    <Section
      title="Members"
      actions={
        <RequireOperation id="createWorkspaceMember">
          <Button onPress={() => setAdding(true)}>Add a member</Button>
        </RequireOperation>
      }
    >
      <Table
        label="Members"
        noun="member"
        list={list}
        keyOf={({ user_id }) => user_id}
        empty={{
          title: "No members yet",
          children: <p>Add a member by the subject they sign in with.</p>,
        }}
        columns={memberColumns(setEditing, setRemoving)}
      />
      {isAdding && <MemberDialog workspace_id={workspace_id} onClose={() => setAdding(false)} />}
      {editing !== undefined && (
        <MemberDialog
          workspace_id={workspace_id}
          present={editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={`Remove ${memberName(removing)}?`}
          submitLabel="Remove member"
          onConfirm={() =>
            latchkey.deleteWorkspaceMember({ id: workspace_id, user_id: removing.user_id })
          }
          onClose={() => setRemoving(undefined)}
        >
          <p>What {memberName(removing)} installed for themselves stops working.</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function memberColumns(
  onEdit: (member: WorkspaceMember) => void,
  onRemove: (member: WorkspaceMember) => void,
): readonly Column<WorkspaceMember>[] {
  return [
    {
      title: "Name",
      cell: (member) => (
        <span className="named">
          <Monogram name={memberName(member)} />
          {memberName(member)}
        </span>
      ),
    },
    {
      title: "Subject",
      wideOnly: true,
      cell: ({ subject }) => (
        <Link href={`${to("sessions")}?subject=${encodeURIComponent(subject)}`}>
          <code>{subject}</code>
        </Link>
      ),
    },
    {
      title: "Role",
      cell: ({ role }) => <Badge tone={role === "admin" ? "brass" : "quiet"}>{role}</Badge>,
    },
    {
      title: "Actions",
      titleHidden: true,
      alignEnd: true,
      cell: (member) => (
        <RequireOperation id="updateWorkspaceMember">
          <div className="actions">
            <Button aria-label={`Edit ${memberName(member)}`} onPress={() => onEdit(member)}>
              Edit
            </Button>
            <Button
              kind="danger"
              aria-label={`Remove ${memberName(member)}`}
              onPress={() => onRemove(member)}
            >
              Remove
            </Button>
          </div>
        </RequireOperation>
      ),
    },
  ];
}

function memberName({ name, subject }: WorkspaceMember): string {
  return name ?? subject;
}
