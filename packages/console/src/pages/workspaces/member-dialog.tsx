import type { WorkspaceMember, WorkspaceMemberInput } from "@latchkey/api";
import { useState } from "react";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { useSession } from "../../session/session.ts";

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
  const [subject, setSubject] = useState(present?.subject ?? "");
  const [name, setName] = useState(present?.name ?? "");
  const [email, setEmail] = useState(present?.email ?? "");
  const [role, setRole] = useState<WorkspaceMember["role"]>(present?.role ?? "member");
  const save = async (): Promise<void> => {
    const body: WorkspaceMemberInput = {
      ...present,
      subject: subject.trim(),
      role,
      name: name.trim() === "" ? null : name.trim(),
      email: email.trim() === "" ? null : email.trim(),
    };
    if (present === undefined) await latchkey.createWorkspaceMember({ id, body });
    else await latchkey.updateWorkspaceMember({ id, user_id: present.user_id, body });
    onClose();
  };
  return (
    <FormDialog
      isRecord
      title={present === undefined ? "Add a member" : "Edit member"}
      submitLabel={present === undefined ? "Add member" : "Save changes"}
      isDisabled={subject.trim() === ""}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Subject"
        name="subject"
        value={subject}
        onChange={setSubject}
        hint="The sub of the tokens they get."
        mono
        autoFocus
      />
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        placeholder="Alice Liddell"
      />
      <TextField label="Email address" name="email" value={email} onChange={setEmail} />
      <RadioChoice
        label="Role"
        name="role"
        variant="segments"
        options={roles}
        value={role}
        onChange={setRole}
      />
    </FormDialog>
  );
}
