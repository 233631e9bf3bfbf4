import type { ReactNode } from "react";
import { useAction } from "../load.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Problem } from "./notice.tsx";

interface FormDialogProps {
  readonly title: string;
  /** What the button says that does it. */
  readonly verb: string;
  readonly kind?: "primary" | "danger";
  /** What the button says that does not. */
  readonly refusal?: string;
  readonly isDisabled?: boolean;
  /** What it throws is shown, and the dialog stays. */
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that asks for something and does it: by its button, or by Enter. */
export function FormDialog(props: FormDialogProps) {
  const { title, verb, kind = "primary", refusal = "Cancel", isDisabled = false, onClose } = props;
  const action = useAction(props.onSubmit);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        {props.children}
        <Problem error={action.error} />
        <div className="dialog-actions">
          <Button onPress={onClose}>{refusal}</Button>
          <Button kind={kind} type="submit" isPending={action.isBusy} isDisabled={isDisabled}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
