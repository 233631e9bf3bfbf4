import type { AdminApiKey, NewAdminApiKey } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { RelativeTime } from "../../components/date-time.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { NewSecretDialog } from "../../components/dialogs/new-secret-dialog.tsx";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { Section } from "../../components/page.tsx";
import { missingText } from "../../components/forms/missing.ts";
import { TextField } from "../../components/forms/text-field.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { OperationChoice } from "./operation-choice.tsx";
import { type RightsDraft, RightsFields, rightsOf, WorkspacesField } from "./rights-fields.tsx";

/** The API keys of the server, without those of its settings. */
export function ApiKeys() {
  const { latchkey } = useSession();
  const list = usePagedList<AdminApiKey>(["api-keys"], (request, options) =>
    latchkey.call("listApiKeys", request, options),
  );
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewAdminApiKey | undefined>(undefined);
  const [renaming, setRenaming] = useState<AdminApiKey | undefined>(undefined);
  const [revoking, setRevoking] = useState<AdminApiKey | undefined>(undefined);
  return (
    <Section
      title="API keys"
      actions={
        <RequireOperation id="createApiKey">
          <Button kind="primary" onPress={() => setCreating(true)}>
            New API key
          </Button>
        </RequireOperation>
      }
    >
      <Table
        label="API keys"
        noun="API key"
        list={list}
        keyOf={({ id }) => id}
        empty={{
          title: "No API keys yet",
          children: <p>Create one for each program, with no more rights than it needs.</p>,
        }}
        columns={keyColumns(setRenaming, setRevoking)}
      />
      {isCreating && <NewApiKey onCreated={setCreated} onClose={() => setCreating(false)} />}
      {created !== undefined && (
        <NewSecretDialog
          title="API key created"
          owner={{ id: created.id }}
          secret={created.key}
          secret_name="api_key"
          file_name="api-key.json"
          onClose={() => setCreated(undefined)}
        />
      )}
      {renaming !== undefined && (
        <RenameApiKey apiKey={renaming} onClose={() => setRenaming(undefined)} />
      )}
      {revoking !== undefined && (
        <ConfirmDialog
          title={`Revoke ${revoking.name}?`}
          submitLabel="Revoke key"
          onConfirm={() => latchkey.revokeApiKey({ id: revoking.id })}
          onClose={() => setRevoking(undefined)}
        >
          <p>All servers refuse it within a second.</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function keyColumns(
  onRename: (apiKey: AdminApiKey) => void,
  onRevoke: (apiKey: AdminApiKey) => void,
): readonly Column<AdminApiKey>[] {
  return [
    { title: "Name", cell: ({ name }) => name },
    {
      title: "May",
      cell: ({ role, operations = [] }) => role ?? <code>{operations.join(", ")}</code>,
    },
    {
      title: "Last used",
      wideOnly: true,
      cell: ({ last_used_at }) =>
        last_used_at === undefined ? "Never" : <RelativeTime time={last_used_at} />,
    },
    {
      title: "Expires",
      wideOnly: true,
      cell: ({ expires_at }) =>
        expires_at === undefined ? "Never" : <RelativeTime time={expires_at} />,
    },
    {
      title: "Actions",
      titleHidden: true,
      alignEnd: true,
      cell: (apiKey) => (
        <RequireOperation id="revokeApiKey">
          <div className="actions">
            <Button aria-label={`Rename ${apiKey.name}`} onPress={() => onRename(apiKey)}>
              Rename
            </Button>
            <Button
              kind="danger"
              aria-label={`Revoke ${apiKey.name}`}
              onPress={() => onRevoke(apiKey)}
            >
              Revoke
            </Button>
          </div>
        </RequireOperation>
      ),
    },
  ];
}

const bases = [
  { value: "role", label: "What a role may" },
  { value: "operations", label: "Only some operations" },
] as const;

interface NewApiKeyProps {
  readonly onCreated: (created: NewAdminApiKey) => void;
  readonly onClose: () => void;
}

function NewApiKey({ onCreated, onClose }: NewApiKeyProps) {
  const { latchkey } = useSession();
  const [name, setName] = useState("");
  const [rights, setRights] = useState<RightsDraft>({ role: "viewer", workspaces: "" });
  const [basis, setBasis] = useState<"role" | "operations">("role");
  const [operations, setOperations] = useState<readonly string[]>([]);
  const [lifespan, setLifespan] = useState("2160h");
  const create = async (): Promise<void> => {
    const { role, ...rest } = rightsOf(rights);
    const may = basis === "operations" ? { operations } : { role };
    const expires_in = lifespan.trim();
    const body = { name, ...may, ...rest, ...(expires_in !== "" && { expires_in }) };
    onCreated(await latchkey.createApiKey({ body }));
    onClose();
  };
  return (
    <FormDialog
      isRecord
      title="New API key"
      submitLabel="Create key"
      missing={
        missingText(name, "Enter a name first.") ??
        missingText(basis === "role" ? "role" : operations.join(), "Choose an operation first.")
      }
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        placeholder="CI of photos"
        hint="What it is for."
        autoFocus
      />
      <RadioChoice
        label="It may call"
        variant="segments"
        options={bases}
        value={basis}
        onChange={setBasis}
      />
      {basis === "role" ? (
        <RightsFields draft={rights} onChange={setRights} />
      ) : (
        <>
          <OperationChoice value={operations} onChange={setOperations} />
          <WorkspacesField draft={rights} onChange={setRights} />
        </>
      )}
      <TextField
        label="Valid for"
        name="expires_in"
        value={lifespan}
        onChange={setLifespan}
        hint="Such as 2160h for 90 days. Leave it empty for ever."
      />
    </FormDialog>
  );
}

function RenameApiKey(props: { readonly apiKey: AdminApiKey; readonly onClose: () => void }) {
  const { latchkey } = useSession();
  const { apiKey, onClose } = props;
  const [name, setName] = useState(apiKey.name);
  const save = async (): Promise<void> => {
    await latchkey.renameApiKey({ id: apiKey.id, body: { name } });
    onClose();
  };
  return (
    <FormDialog
      isRecord
      title={`Rename ${apiKey.name}`}
      submitLabel="Save"
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label="Name" name="name" value={name} onChange={setName} autoFocus />
    </FormDialog>
  );
}
