import { type ReactNode, useState } from "react";
import { useAction } from "../load.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Problem } from "./notice.tsx";

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
  const action = useAction(onConfirm);
  const confirm = async (): Promise<void> => {
    if (await action.run()) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        {children}
        {name !== undefined && (
          <Field label={`Type ${name} to go on`} value={typed} onChange={setTyped} autoFocus mono />
        )}
        <Problem error={action.error} />
        <div className="dialog-actions">
          <Button onPress={onClose}>Keep it</Button>
          <Button
            kind="danger"
            type="submit"
            isDisabled={name !== undefined && typed !== name}
            isPending={action.isBusy}
          >
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
