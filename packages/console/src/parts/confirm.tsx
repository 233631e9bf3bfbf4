import { type ReactNode, useState } from "react";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";

interface ConfirmProps {
  readonly title: string;
  /** What will stop working. */
  readonly children: ReactNode;
  /** Has to be typed first, where given. */
  readonly name?: string;
  readonly verb: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Says what will stop working, and asks for the name before it does. */
export function Confirm({ title, children, name, verb, onConfirm, onClose }: ConfirmProps) {
  const [typed, setTyped] = useState("");
  const submit = async (): Promise<void> => {
    await onConfirm();
    onClose();
  };
  return (
    <FormDialog
      title={title}
      verb={verb}
      kind="danger"
      refusal="Keep it"
      isDisabled={name !== undefined && typed !== name}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      {name !== undefined && (
        <Field label={`Type ${name} to go on`} value={typed} onChange={setTyped} autoFocus mono />
      )}
    </FormDialog>
  );
}
