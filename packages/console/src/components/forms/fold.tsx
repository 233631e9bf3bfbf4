import { type ReactNode, useContext, useState } from "react";
import { FieldErrorsContext } from "./field-errors.ts";

interface FoldProps {
  readonly id?: string;
  readonly title: string;
  /** Beside the title while it is closed: what is inside. */
  readonly summary?: string;
  /** Whether it is open at first. */
  readonly isOpen: boolean;
  /** The names of the fields inside: an error of one of them opens it. */
  readonly fields: readonly string[];
  readonly children: ReactNode;
}

/** A part of a form that few need: closed until it is opened, or until something inside is wrong. */
export function Fold({ id, title, summary, isOpen, fields, children }: FoldProps) {
  const [wasOpened, setOpened] = useState(isOpen);
  const { errors } = useContext(FieldErrorsContext);
  const isInvalid = fields.some((name) => errors[name] !== undefined);
  return (
    <details
      id={id}
      className="fold"
      open={wasOpened || isInvalid}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>
        {title}
        {summary !== undefined && <span className="hint">{summary}</span>}
      </summary>
      {children}
    </details>
  );
}
