import type { ReactNode } from "react";
import { LinkButton } from "../components/button.tsx";
import { RequireScope } from "./require-scope.tsx";

/** The link to the page on which something is created. Absent where the API key may not change anything. */
export function CreateLink(props: { readonly href: string; readonly children: ReactNode }) {
  return (
    <RequireScope scope="write">
      <LinkButton kind="primary" href={props.href}>
        {props.children}
      </LinkButton>
    </RequireScope>
  );
}
