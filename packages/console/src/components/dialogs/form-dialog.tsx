import { Dialog } from "./dialog.tsx";
import { type FormProps, ObservedForm } from "../forms/form.tsx";
import { useUnsavedInput } from "../forms/unsaved-input.ts";

interface FormDialogProps extends Omit<FormProps, "layout" | "actions" | "onCancel"> {
  readonly title: string;
  readonly onClose: () => void;
}

/** A form in a dialog, submitted by its button or by Enter. Where submitting fails, the error is shown and it stays open. */
export function FormDialog({ title, onClose, ...form }: FormDialogProps) {
  const unsaved = useUnsavedInput(form.isRecord ?? false);
  const dismiss = (): void => {
    if (unsaved.mayDiscard()) onClose();
  };
  return (
    <Dialog title={title} onClose={dismiss}>
      <ObservedForm {...form} layout="dialog" unsaved={unsaved} onCancel={onClose} />
    </Dialog>
  );
}
