import { type ReactNode, useState } from "react";
import { FormDialog } from "./form-dialog.tsx";
import { TextField } from "../forms/text-field.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** Says what will stop working. */
  readonly children: ReactNode;
  /** The name that must be typed first, for what cannot be undone. */
  readonly name?: string;
  readonly submitLabel: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for confirmation before something destructive. Closes when it is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, name, submitLabel, onConfirm, onClose } = props;
  const [typed, setTyped] = useState("");
  const submit = async (): Promise<void> => {
    await onConfirm();
    onClose();
  };
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      submitKind="danger"
      missing={name === undefined || typed === name ? undefined : "Type the name first."}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      {name !== undefined && (
        <TextField
          label={`Type ${name} to confirm`}
          value={typed}
          onChange={setTyped}
          autoFocus
          mono
        />
      )}
    </FormDialog>
  );
}
