import type { ReactNode } from "react";
import { LinkButton } from "../components/button.tsx";
import type { OperationId } from "@latchkey/api";
import { RequireOperation } from "./require-operation.tsx";

/** The link to the page on which something is created. Absent where the user may not create it. */
export function CreateLink(props: {
  readonly id: OperationId;
  readonly href: string;
  readonly children: ReactNode;
}) {
  return (
    <RequireOperation id={props.id}>
      <LinkButton kind="primary" href={props.href}>
        {props.children}
      </LinkButton>
    </RequireOperation>
  );
}
