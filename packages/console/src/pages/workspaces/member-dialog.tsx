import { useOpened } from "../../queries/use-opened.ts";
import type { WorkspaceMember, WorkspaceMemberInput } from "@latchkey/api";
import { useState } from "react";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { bodyOf } from "../../components/forms/draft.ts";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { useSession } from "../../session/session.ts";
import { missingText } from "../../components/forms/missing.ts";

const roles = [
  { value: "member", label: "Member" },
  { value: "admin", label: "Admin" },
] as const;

interface MemberDialogProps {
  readonly workspace_id: string;
  /** The member to be edited; a new one is added without it. */
  readonly present?: WorkspaceMember;
  readonly onClose: () => void;
}

/** Adds or edits a member. */
export function MemberDialog({ workspace_id: id, present, onClose }: MemberDialogProps) {
  const { latchkey } = useSession();
  const opened = useOpened(present);
  const [draft, setDraft] = useState<WorkspaceMemberInput>(present ?? {});
  const set = (changes: WorkspaceMemberInput): void => setDraft({ ...draft, ...changes });
  const save = async (): Promise<void> => {
    const body = bodyOf(draft);
    if (present === undefined) await latchkey.createWorkspaceMember({ id, body });
    else {
      const { user_id } = present;
      const unchanged = opened && { if_unchanged: opened };
      await latchkey.updateWorkspaceMember({ id, user_id, body }, unchanged);
    }
    onClose();
  };
  return (
    <FormDialog
      isRecord
      title={present === undefined ? "Add a member" : "Edit member"}
      submitLabel={present === undefined ? "Add member" : "Save changes"}
      missing={missingText(draft.subject, "Enter the subject first.")}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Subject"
        name="subject"
        value={draft.subject ?? ""}
        onChange={(subject) => set({ subject })}
        hint="The sub of the tokens they get."
        mono
        autoFocus
      />
      <TextField
        label="Name"
        name="name"
        value={draft.name ?? ""}
        onChange={(name) => set({ name })}
        placeholder="Alice Liddell"
      />
      <TextField
        label="Email address"
        name="email"
        value={draft.email ?? ""}
        onChange={(email) => set({ email })}
      />
      <RadioChoice
        label="Role"
        name="role"
        variant="segments"
        options={roles}
        value={draft.role ?? "member"}
        onChange={(role) => set({ role })}
      />
    </FormDialog>
  );
}
