import type { WorkspaceInput } from "@latchkey/api";
import { useState } from "react";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { TextField } from "../../components/forms/text-field.tsx";

interface WorkspaceDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly present?: { readonly name: string | null; readonly icon: string | null };
  readonly onSubmit: (body: Pick<WorkspaceInput, "name" | "icon">) => Promise<void>;
  readonly onClose: () => void;
}

/** Name and icon of a workspace. */
export function WorkspaceDialog(props: WorkspaceDialogProps) {
  const { title, submitLabel, present, onSubmit, onClose } = props;
  const [name, setName] = useState(present?.name ?? "");
  const [icon, setIcon] = useState(present?.icon ?? "");
  return (
    <FormDialog
      isRecord
      title={title}
      submitLabel={submitLabel}
      isDisabled={name.trim() === ""}
      onSubmit={() =>
        onSubmit({ name: name.trim(), icon: icon.trim() === "" ? null : icon.trim() })
      }
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        placeholder="Wonderland"
        autoFocus
      />
      <TextField
        label="Icon"
        name="icon"
        value={icon}
        onChange={setIcon}
        hint="The https URL of an image, or an emoji."
        placeholder="☕"
      />
    </FormDialog>
  );
}
