import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./dialogs/confirm-dialog.tsx";
import { Section } from "./page.tsx";

/** The last section of a page: actions that are hard to undo. */
export function DangerZone({ children }: { readonly children: ReactNode }) {
  return (
    <Section title="Danger zone">
      <div className="card rows">{children}</div>
    </Section>
  );
}

interface DangerousActionProps {
  /** What is done, as a sentence: `Delete the client.` */
  readonly title: string;
  /** What follows from it. */
  readonly effect: ReactNode;
  /** The label of the button, here and in the dialog. */
  readonly label: string;
  /** The title of the dialog: `Delete Photos?` */
  readonly question: string;
  /** The name that must be typed first, for what cannot be undone. */
  readonly name?: string;
  readonly onConfirm: () => Promise<unknown>;
  /** What the dialog says will stop working. */
  readonly children: ReactNode;
}

/** A row of the danger zone: an action, and a dialog that asks before it is done. */
export function DangerousAction(props: DangerousActionProps) {
  const { title, effect, label, question, name, onConfirm, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <p>
        <strong>{title}</strong> {effect}
      </p>
      <Button kind="danger" onPress={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={question}
          {...(name === undefined ? {} : { name })}
          submitLabel={label}
          onConfirm={onConfirm}
          onClose={() => setOpen(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </div>
  );
}
