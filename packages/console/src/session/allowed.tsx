import type { ApiKeyScope } from "@latchkey/api";
import type { ReactNode } from "react";
import { Notice } from "../parts/notice.tsx";
import { Page } from "../parts/page.tsx";
import { useSession } from "./session.ts";

/** Shows what takes a scope only to those whose API key has it. */
export function Allowed(props: { readonly to: ApiKeyScope; readonly children: ReactNode }) {
  return useSession().may(props.to) ? props.children : null;
}

/** A page that is of no use without a scope: without it, it says so. */
export function PageFor(props: {
  readonly scope: ApiKeyScope;
  readonly title: string;
  readonly children: ReactNode;
}) {
  if (useSession().may(props.scope)) return props.children;
  return (
    <Page title={props.title}>
      <Notice tone="brass">
        <p>
          This page needs an API key with the scope <code>{props.scope}</code>, which yours does not
          have. Sign out, and sign in with another key.
        </p>
      </Notice>
    </Page>
  );
}

/** Says on every page that the key of this session may change nothing. */
export function ReadOnlyNote() {
  const { may } = useSession();
  if (may("write")) return null;
  return (
    <p className="read-only-note" role="note">
      <strong>Read-only.</strong> Your API key does not have the scope <code>write</code>.{" "}
      {may("keys")
        ? "You can change keys; other buttons that change something are not shown."
        : "Buttons that change something are not shown."}
    </p>
  );
}
