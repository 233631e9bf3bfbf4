import type { Invitation, InvitationInput, NewInvitation } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { RelativeTime } from "../../components/date-time.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { Dialog } from "../../components/dialogs/dialog.tsx";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { bodyOf } from "../../components/forms/draft.ts";
import { missingText } from "../../components/forms/missing.ts";
import { SelectField } from "../../components/forms/select-field.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { useLeaveQuestion } from "../../components/forms/unsaved-input.ts";
import { Page } from "../../components/page.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";

/** The users who are invited and have no account yet. */
export function Invitations() {
  const { latchkey } = useSession();
  const list = usePagedList<Invitation>(["invitations"], (request, options) =>
    latchkey.call("listInvitations", request, options),
  );
  const [isInviting, setInviting] = useState(false);
  const [created, setCreated] = useState<NewInvitation | undefined>(undefined);
  const [withdrawing, setWithdrawing] = useState<Invitation | undefined>(undefined);
  const invite = (
    <RequireOperation id="createInvitation">
      <Button kind="primary" onPress={() => setInviting(true)}>
        Invite a user
      </Button>
    </RequireOperation>
  );
  return (
    <Page
      title="Invitations"
      back={{ href: to("accounts"), label: "Accounts" }}
      lead="Users who can create an account with a link. The setting identity.registration says whether users may."
      actions={invite}
    >
      <Table
        label="Invitations"
        noun="invitation"
        list={list}
        keyOf={({ id }) => id}
        empty={{
          title: "No open invitations",
          children: (
            <>
              <p>Invite a user, who chooses a password or a passkey themselves.</p>
              {invite}
            </>
          ),
        }}
        columns={columnsOf(setWithdrawing)}
      />
      {isInviting && <Invite onCreated={setCreated} onClose={() => setInviting(false)} />}
      {created?.link !== undefined && (
        <LinkDialog
          email={created.email}
          link={created.link}
          onClose={() => setCreated(undefined)}
        />
      )}
      {withdrawing !== undefined && (
        <ConfirmDialog
          title={`Withdraw the invitation of ${withdrawing.email}?`}
          submitLabel="Withdraw invitation"
          onConfirm={() => latchkey.deleteInvitation({ id: withdrawing.id })}
          onClose={() => setWithdrawing(undefined)}
        >
          <p>The link stops working. The user is not notified.</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

function columnsOf(onWithdraw: (invitation: Invitation) => void): readonly Column<Invitation>[] {
  return [
    { title: "Email address", cell: ({ email }) => email },
    { title: "Name", wideOnly: true, cell: ({ name }) => name },
    { title: "Groups", wideOnly: true, cell: ({ groups }) => groups.join(", ") },
    {
      title: "Link",
      wideOnly: true,
      cell: ({ mailed }) => (mailed ? "Mailed" : "Handed over"),
    },
    { title: "Expires", cell: ({ expires_at }) => <RelativeTime time={expires_at} /> },
    {
      title: "Actions",
      titleHidden: true,
      alignEnd: true,
      cell: (invitation) => (
        <RequireOperation id="deleteInvitation">
          <Button
            kind="danger"
            aria-label={`Withdraw the invitation of ${invitation.email}`}
            onPress={() => onWithdraw(invitation)}
          >
            Withdraw
          </Button>
        </RequireOperation>
      ),
    },
  ];
}

interface InviteProps {
  readonly onCreated: (created: NewInvitation) => void;
  readonly onClose: () => void;
}

const MAIL = [
  { value: "", label: "Mail it, where the server can send mails" },
  { value: "no", label: "Show it once, to hand over" },
];

const LANGUAGES = [
  { value: "en", label: "English" },
  { value: "de", label: "Deutsch" },
  { value: "fr", label: "Français" },
  { value: "es", label: "Español" },
  { value: "ja", label: "日本語" },
  { value: "zh", label: "简体中文" },
  { value: "zh-TW", label: "繁體中文" },
] as const;

function Invite({ onCreated, onClose }: InviteProps) {
  const { latchkey } = useSession();
  const [draft, setDraft] = useState<InvitationInput>({ email: "" });
  const set = (changes: Partial<InvitationInput>): void => setDraft({ ...draft, ...changes });
  const [groups, setGroups] = useState("");
  const [mail, setMail] = useState("");
  const create = async (): Promise<void> => {
    const names = groups.split(",").map((one) => one.trim());
    const body = {
      ...bodyOf(draft),
      email: draft.email.trim(),
      groups: names.filter((one) => one !== ""),
      ...(mail === "no" && { send_mail: false }),
    };
    onCreated(await latchkey.createInvitation({ body }));
    onClose();
  };
  return (
    <FormDialog
      isRecord
      title="Invite a user"
      submitLabel="Invite"
      missing={missingText(draft.email, "Enter an email address first.")}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label="Email address"
        name="email"
        value={draft.email}
        onChange={(email) => set({ email })}
        placeholder="alice@example.com"
        isRequired
        autoFocus
      />
      <TextField
        label="Name"
        name="name"
        value={draft.name ?? ""}
        onChange={(name) => set({ name })}
        hint="The user can change it."
      />
      <TextField
        label="Groups"
        name="groups"
        value={groups}
        onChange={setGroups}
        placeholder="staff, editors"
        hint="Of the account, with commas between."
      />
      <SelectField label="Link" name="send_mail" options={MAIL} value={mail} onChange={setMail} />
      <SelectField
        label="Language of the mail"
        name="locale"
        options={LANGUAGES}
        value={draft.locale ?? "en"}
        onChange={(value) => {
          const chosen = LANGUAGES.find((one) => one.value === value);
          if (chosen !== undefined) set({ locale: chosen.value });
        }}
      />
      <TextField
        label="Valid for"
        name="expires_in"
        value={draft.expires_in ?? ""}
        onChange={(expires_in) => set({ expires_in })}
        placeholder="168h"
        hint="Such as 48h. Leave it empty for the time of the setting ttl.invitation."
      />
    </FormDialog>
  );
}

interface LinkDialogProps {
  readonly email: string;
  readonly link: string;
  readonly onClose: () => void;
}

/** The link of an invitation, which cannot be shown again. */
function LinkDialog({ email, link, onClose }: LinkDialogProps) {
  useLeaveQuestion("The link is shown only once. Leave without saving it?");
  return (
    <Dialog title="Invitation created" onClose={onClose} isDismissable={false}>
      <p>
        <strong>Copy the link now: it is shown only once.</strong> Hand it over to {email} and to no
        one else: opening it creates the account. The address does not count as verified.
      </p>
      <dl className="secret">
        <div>
          <dt>link</dt>
          <dd>
            <code>{link}</code>
            <CopyButton text={link} what="link" />
          </dd>
        </div>
      </dl>
      <div className="dialog-actions">
        <Button kind="primary" onPress={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
