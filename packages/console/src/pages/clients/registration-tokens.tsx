import type {
  NewRegistrationToken,
  RegistrationToken,
  RegistrationTokenInput,
} from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { RelativeTime } from "../../components/date-time.tsx";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { NewSecretDialog } from "../../components/dialogs/new-secret-dialog.tsx";
import { Page } from "../../components/page.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { bodyOf } from "../../components/forms/draft.ts";
import { TextField } from "../../components/forms/text-field.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";

/** The tokens with which clients can register themselves. */
export function RegistrationTokens() {
  const { latchkey } = useSession();
  const list = usePagedList<RegistrationToken>(["registration-tokens"], (request, options) =>
    latchkey.call("listRegistrationTokens", request, options),
  );
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewRegistrationToken | undefined>(undefined);
  const [deleting, setDeleting] = useState<RegistrationToken | undefined>(undefined);
  const create = (
    <RequireOperation id="createRegistrationToken">
      <Button kind="primary" onPress={() => setCreating(true)}>
        New registration token
      </Button>
    </RequireOperation>
  );
  return (
    <Page
      title="Registration tokens"
      back={{ href: to("clients"), label: "Clients" }}
      lead="With one of these tokens, a client can register itself. The setting oauth2.registration.mode says whether clients may."
      actions={create}
    >
      <Table
        label="Registration tokens"
        noun="registration token"
        list={list}
        keyOf={({ id }) => id}
        empty={{
          title: "No registration tokens yet",
          children: (
            <>
              <p>Create one and give it to those who may register clients.</p>
              {create}
            </>
          ),
        }}
        columns={tokenColumns(setDeleting)}
      />
      {isCreating && <NewToken onCreated={setCreated} onClose={() => setCreating(false)} />}
      {created !== undefined && (
        <NewSecretDialog
          title="Registration token created"
          owner={{ id: created.id }}
          secret={created.token}
          secret_name="initial_access_token"
          file_name="registration-token.json"
          onClose={() => setCreated(undefined)}
        />
      )}
      {deleting !== undefined && (
        <ConfirmDialog
          title={`Revoke ${nameOf(deleting)}?`}
          submitLabel="Revoke token"
          onConfirm={() => latchkey.deleteRegistrationToken({ id: deleting.id })}
          onClose={() => setDeleting(undefined)}
        >
          <p>No client can register with it any more. Clients that did so stay.</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

function tokenColumns(
  onRevoke: (token: RegistrationToken) => void,
): readonly Column<RegistrationToken>[] {
  return [
    { title: "Note", cell: nameOf },
    {
      title: "Scope",
      wideOnly: true,
      cell: ({ scope }) => <code className="clip quiet">{scope ?? "by setting"}</code>,
    },
    {
      title: "Uses",
      alignEnd: true,
      cell: ({ uses, max_uses }) => (max_uses === undefined ? uses : `${uses} of ${max_uses}`),
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
      cell: (token) => (
        <RequireOperation id="deleteRegistrationToken">
          <Button
            kind="danger"
            aria-label={`Revoke ${nameOf(token)}`}
            onPress={() => onRevoke(token)}
          >
            Revoke
          </Button>
        </RequireOperation>
      ),
    },
  ];
}

interface NewTokenProps {
  readonly onCreated: (token: NewRegistrationToken) => void;
  readonly onClose: () => void;
}

function NewToken({ onCreated, onClose }: NewTokenProps) {
  const { latchkey } = useSession();
  const [draft, setDraft] = useState<RegistrationTokenInput>({});
  const set = (changes: RegistrationTokenInput): void => setDraft({ ...draft, ...changes });
  const [uses, setUses] = useState("");
  const create = async (): Promise<void> => {
    const body = bodyOf({ ...draft, ...(uses.trim() !== "" && { max_uses: Number(uses) }) });
    onCreated(await latchkey.createRegistrationToken({ body }));
    onClose();
  };
  return (
    <FormDialog
      isRecord
      title="New registration token"
      submitLabel="Create token"
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label="Note"
        name="note"
        value={draft.note ?? ""}
        onChange={(note) => set({ note })}
        placeholder="Albums team"
        autoFocus
      />
      <TextField
        label="Scope"
        name="scope"
        value={draft.scope ?? ""}
        onChange={(scope) => set({ scope })}
        hint="The scopes that its clients may have, separated by spaces. Leave it empty for those of the setting."
        mono
      />
      <TextField
        label="Uses"
        name="max_uses"
        type="number"
        value={uses}
        onChange={setUses}
        hint="How many clients may register with it. Leave it empty for any number."
      />
      <TextField
        label="Valid for"
        name="expires_in"
        value={draft.expires_in ?? ""}
        onChange={(expires_in) => set({ expires_in })}
        placeholder="720h"
        hint="Such as 24h or 30m. Leave it empty for ever."
      />
    </FormDialog>
  );
}

function nameOf({ note, id }: RegistrationToken): string {
  return note === "" ? id : note;
}
