import { useOpened } from "../../queries/use-opened.ts";
import type { Workspace, WorkspaceInput } from "@latchkey/api";
import { useState } from "react";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { bodyOf } from "../../components/forms/draft.ts";
import { TextField } from "../../components/forms/text-field.tsx";
import { missingText } from "../../components/forms/missing.ts";

interface WorkspaceDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  /** The workspace to be edited; a new one is created without it. */
  readonly present?: Workspace;
  readonly onSubmit: (body: WorkspaceInput, opened: Workspace | undefined) => Promise<void>;
  readonly onClose: () => void;
}

/** Name and icon of a workspace. */
export function WorkspaceDialog(props: WorkspaceDialogProps) {
  const { title, submitLabel, present, onSubmit, onClose } = props;
  const opened = useOpened(present);
  const [draft, setDraft] = useState<WorkspaceInput>(present ?? {});
  const set = (changes: WorkspaceInput): void => setDraft({ ...draft, ...changes });
  return (
    <FormDialog
      isRecord
      title={title}
      submitLabel={submitLabel}
      missing={missingText(draft.name, "Enter a name first.")}
      onSubmit={() => onSubmit(bodyOf(draft), opened)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        value={draft.name ?? ""}
        onChange={(name) => set({ name })}
        placeholder="Wonderland"
        autoFocus
      />
      <TextField
        label="Icon"
        name="icon"
        value={draft.icon ?? ""}
        onChange={(icon) => set({ icon })}
        hint="The https URL of an image, or an emoji."
        placeholder="☕"
      />
    </FormDialog>
  );
}
