import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import type { ReactNode } from "react";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** False where closing by Escape or a click outside would lose something that is shown once. */
  readonly isDismissable?: boolean;
}

/** A modal dialog. It traps the focus and restores it when it closes. */
export function Dialog({ title, onClose, children, isDismissable = true }: DialogProps) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="modal">
        <AriaDialog className="dialog">
          <Heading slot="title">{title}</Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
