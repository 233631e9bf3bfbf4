import type { ApiKeyScope } from "@latchkey/api";
import type { ReactNode } from "react";
import { Notice } from "../components/notice.tsx";
import { Page } from "../components/page.tsx";
import { useSession } from "./session.ts";

/** Renders its children only where the API key has the scope. */
export function RequireScope(props: { readonly scope: ApiKeyScope; readonly children: ReactNode }) {
  return useSession().hasScope(props.scope) ? props.children : null;
}

/** A page that needs a scope. Without the scope, a notice takes its place. */
export function ScopedPage(props: {
  readonly scope: ApiKeyScope;
  readonly title: string;
  readonly children: ReactNode;
}) {
  if (useSession().hasScope(props.scope)) return props.children;
  return (
    <Page title={props.title}>
      <Notice tone="brass">
        <p>
          This page needs an API key with the scope <code>{props.scope}</code>, which yours does not
          have. Sign out, then sign in with another key.
        </p>
      </Notice>
    </Page>
  );
}

/** The notice on every page that the API key cannot change anything. */
export function ReadOnlyNotice() {
  const { hasScope } = useSession();
  if (hasScope("write")) return null;
  return (
    <p className="read-only-notice" role="note">
      <strong>Read-only.</strong> Your API key does not have the scope <code>write</code>.{" "}
      {hasScope("keys")
        ? "You can change keys; other buttons that change something are hidden."
        : "Buttons that change something are hidden."}
    </p>
  );
}
