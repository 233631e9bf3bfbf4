import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Dialog } from "./dialog.tsx";
import { Form } from "../forms/form.tsx";

interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly submitKind?: "primary" | "danger";
  readonly isDisabled?: boolean;
  /** See `Form`. */
  readonly errorField?: string;
  /** Sends the form. Where it throws, the error is shown and the dialog stays open. */
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A form in a dialog, submitted by its button or by Enter. */
export function FormDialog({ title, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form layout="dialog" actions={<Button onPress={onClose}>Cancel</Button>} {...form} />
    </Dialog>
  );
}
