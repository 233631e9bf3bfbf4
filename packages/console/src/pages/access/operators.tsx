import type { Operator } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { RelativeTime } from "../../components/date-time.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { Section } from "../../components/page.tsx";
import { SingleCheckbox } from "../../components/forms/choices.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { RightsFields, rightsOf, type RightsDraft } from "./rights-fields.tsx";

/** The users who have a role. */
export function Operators() {
  const { latchkey } = useSession();
  const list = usePagedList<Operator>(["operators"], (request, options) =>
    latchkey.call("listOperators", request, options),
  );
  const [isAdding, setAdding] = useState(false);
  const [editing, setEditing] = useState<Operator | undefined>(undefined);
  const [removing, setRemoving] = useState<Operator | undefined>(undefined);
  const add = (
    <RequireOperation id="addOperator">
      <Button kind="primary" onPress={() => setAdding(true)}>
        Add an operator
      </Button>
    </RequireOperation>
  );
  return (
    <Section title="Operators" actions={add}>
      <Table
        label="Operators"
        noun="operator"
        list={list}
        keyOf={({ subject }) => subject}
        empty={{
          title: "No operators yet",
          children: <p>Give a user a role, and they can sign in here with their account.</p>,
        }}
        columns={operatorColumns(setEditing, setRemoving)}
      />
      {isAdding && <AddOperator onClose={() => setAdding(false)} />}
      {editing !== undefined && (
        <EditOperator operator={editing} onClose={() => setEditing(undefined)} />
      )}
      {removing !== undefined && (
        <RemoveOperator operator={removing} onClose={() => setRemoving(undefined)} />
      )}
    </Section>
  );
}

function operatorColumns(
  onEdit: (operator: Operator) => void,
  onRemove: (operator: Operator) => void,
): readonly Column<Operator>[] {
  return [
    { title: "Name", cell: ({ name }) => name },
    { title: "Role", cell: ({ role }) => role },
    {
      title: "Workspaces",
      wideOnly: true,
      cell: ({ workspaces }) => workspaces?.length ?? "All",
    },
    {
      title: "Acts for users",
      wideOnly: true,
      cell: ({ acts_for_users }) => (acts_for_users ? "Yes" : "No"),
    },
    {
      title: "Added",
      wideOnly: true,
      cell: ({ created_at }) => <RelativeTime time={created_at} />,
    },
    {
      title: "Actions",
      titleHidden: true,
      alignEnd: true,
      cell: (operator) => (
        <RequireOperation id="updateOperator">
          <div className="actions">
            <Button aria-label={`Edit ${operator.name}`} onPress={() => onEdit(operator)}>
              Edit
            </Button>
            <Button
              kind="danger"
              aria-label={`Remove ${operator.name}`}
              onPress={() => onRemove(operator)}
            >
              Remove
            </Button>
          </div>
        </RequireOperation>
      ),
    },
  ];
}

function AddOperator({ onClose }: { readonly onClose: () => void }) {
  const { latchkey, login_url } = useSession();
  const hasAccounts = login_url === undefined;
  const [user, setUser] = useState("");
  const [rights, setRights] = useState<RightsDraft>({ role: "viewer", workspaces: "" });
  const [actsForUsers, setActsForUsers] = useState(false);
  const add = async (): Promise<void> => {
    const { role, ...rest } = { ...rightsOf(rights), acts_for_users: actsForUsers };
    const named = hasAccounts ? { username: user.trim() } : { subject: user.trim() };
    await latchkey.addOperator({ body: { ...named, role, ...rest } });
    onClose();
  };
  return (
    <FormDialog
      isRecord
      title="Add an operator"
      submitLabel="Add operator"
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        label={hasAccounts ? "Username" : "Subject"}
        name={hasAccounts ? "username" : "subject"}
        value={user}
        onChange={setUser}
        hint={
          hasAccounts
            ? "Of an account of this server."
            : "The sub of the user, as your login app accepts logins with it."
        }
        autoFocus
      />
      <RightsFields draft={rights} onChange={setRights} />
      <ActsForUsers isSelected={actsForUsers} onChange={setActsForUsers} />
    </FormDialog>
  );
}

function EditOperator(props: { readonly operator: Operator; readonly onClose: () => void }) {
  const { latchkey } = useSession();
  const { operator, onClose } = props;
  const [rights, setRights] = useState<RightsDraft>({
    role: operator.role,
    workspaces: operator.workspaces?.join("\n") ?? "",
  });
  const [actsForUsers, setActsForUsers] = useState(operator.acts_for_users);
  const save = async (): Promise<void> => {
    const body = { ...rightsOf(rights), acts_for_users: actsForUsers };
    await latchkey.updateOperator({ subject: operator.subject, body });
    onClose();
  };
  return (
    <FormDialog
      isRecord
      title={`Role of ${operator.name}`}
      submitLabel="Save"
      onSubmit={save}
      onClose={onClose}
    >
      <RightsFields draft={rights} onChange={setRights} />
      <ActsForUsers isSelected={actsForUsers} onChange={setActsForUsers} />
    </FormDialog>
  );
}

function ActsForUsers(props: {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}) {
  return (
    <SingleCheckbox
      label="May act for users"
      hint="Gets access tokens for users without a role, with clients that have support access. Each is in the audit and in the history of the user."
      {...props}
    />
  );
}

function RemoveOperator(props: { readonly operator: Operator; readonly onClose: () => void }) {
  const { latchkey } = useSession();
  const { operator, onClose } = props;
  const { subject, name, api_keys = 0 } = operator;
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      submitLabel="Remove operator"
      onConfirm={() => latchkey.removeOperator({ subject })}
      onClose={onClose}
    >
      <p>
        Their sessions of the console and of the command end at once.{" "}
        {api_keys > 0 &&
          `The API keys that they created are deleted: ${api_keys}. Programs that use them are refused.`}
      </p>
    </ConfirmDialog>
  );
}
