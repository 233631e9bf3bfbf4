import { type OperationId, operations } from "@latchkey/api";
import type { ReactNode } from "react";
import { Notice } from "../components/notice.tsx";
import { Page } from "../components/page.tsx";
import { useSession } from "./session.ts";

/** Renders its children only where the user may call the operation. */
export function RequireOperation(props: {
  readonly id: OperationId;
  readonly children: ReactNode;
  readonly otherwise?: ReactNode;
}) {
  return useSession().may(props.id) ? props.children : props.otherwise;
}

/** A page that needs an operation. Where the user may not call it, a notice takes its place. */
export function PermittedPage(props: {
  readonly id: OperationId;
  readonly title: string;
  readonly children: ReactNode;
}) {
  if (useSession().may(props.id)) return props.children;
  const { access, role } = operations[props.id];
  return (
    <Page title={props.title}>
      <Notice tone="brass">
        <p>
          This page needs the role {role}, or an API key with the scope <code>{access}</code>, which
          you do not have. Sign out, then sign in as another user or with another key.
        </p>
      </Notice>
    </Page>
  );
}

/** The notice on every page that the user cannot change anything. */
export function ReadOnlyNotice() {
  const { access, may } = useSession();
  const { scopes, role, workspaces } = access;
  if (scopes.includes("write") || may("createOAuth2Client")) return null;
  if (role === "operator" || workspaces !== undefined) return null;
  return (
    <p className="read-only-notice" role="note">
      <strong>Read-only.</strong>{" "}
      {role === undefined ? (
        <>
          Your API key does not have the scope <code>write</code>.
        </>
      ) : (
        <>Your role is {role}.</>
      )}{" "}
      {may("createJsonWebKeySet")
        ? "You can change keys; other buttons that change something are hidden."
        : "Buttons that change something are hidden."}
    </p>
  );
}
