import type { OperationId } from "@latchkey/api";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import {
  AccountsIcon,
  ApisIcon,
  ClientsIcon,
  DetailsTypesIcon,
  InspectorIcon,
  IntegrationsIcon,
  KeysIcon,
  Mark,
  MenuIcon,
  OverviewIcon,
  SessionsIcon,
  TokensIcon,
  TrustedIssuersIcon,
  WorkspacesIcon,
} from "./components/icons.tsx";
import { useFocusFallback } from "./components/focus-fallback.ts";
import { isServed } from "./served.ts";
import { Link, mayLeavePage, type Route, to } from "./router.tsx";
import { ReadOnlyNotice } from "./session/require-scope.tsx";
import { useSession } from "./session/session.ts";

/** A page in the navigation. */
interface Entry {
  readonly path: string;
  /** The operation without which there is nothing to show: one of a feature that a server may not have. */
  readonly needs?: OperationId;
  readonly label: string;
  readonly Icon: () => ReactNode;
}

/** The entries of the navigation, in groups. The first group has no title. */
const navigation: readonly {
  readonly title: string | undefined;
  readonly entries: readonly Entry[];
}[] = [
  { title: undefined, entries: [{ path: "", label: "Overview", Icon: OverviewIcon }] },
  {
    title: "Apps",
    entries: [
      { path: "clients", label: "Clients", Icon: ClientsIcon },
      { path: "apis", label: "APIs", Icon: ApisIcon },
      {
        path: "details-types",
        needs: "listAuthorizationDetailsTypes",
        label: "Details types",
        Icon: DetailsTypesIcon,
      },
      {
        path: "trusted-issuers",
        needs: "listTrustedJwtGrantIssuers",
        label: "Trusted issuers",
        Icon: TrustedIssuersIcon,
      },
    ],
  },
  {
    title: "People",
    entries: [
      { path: "accounts", needs: "listAccounts", label: "Accounts", Icon: AccountsIcon },
      { path: "sessions", label: "Sessions", Icon: SessionsIcon },
    ],
  },
  {
    title: "Workspaces",
    entries: [
      { path: "workspaces", needs: "listWorkspaces", label: "Workspaces", Icon: WorkspacesIcon },
      {
        path: "integrations",
        needs: "listIntegrations",
        label: "Integrations",
        Icon: IntegrationsIcon,
      },
    ],
  },
  {
    title: "Operations",
    entries: [
      { path: "inspector", needs: "listFlows", label: "Inspector", Icon: InspectorIcon },
      { path: "tokens", label: "Tokens", Icon: TokensIcon },
      { path: "keys", label: "Keys", Icon: KeysIcon },
    ],
  },
];

/** Whether the server has what a page shows. */
export function isPageServed(page: string): boolean {
  const path = parents.get(page) ?? page;
  const entry = navigation.flatMap(({ entries }) => entries).find((one) => one.path === path);
  const needs = page === "registration-tokens" ? "listRegistrationTokens" : entry?.needs;
  return needs === undefined || isServed(needs);
}

/** The entry of the navigation that stands for a page which has none. */
const parents = new Map([
  ["new-client", "clients"],
  ["registration-tokens", "clients"],
  ["callback", "clients"],
  ["new-account", "accounts"],
  ["new-api", "apis"],
  ["new-integration", "integrations"],
  ["new-trusted-issuer", "trusted-issuers"],
]);

/** The navigation, which is a menu on narrow screens, and the page beside it. */
export function Layout({
  route,
  children,
}: {
  readonly route: Route;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const page = useRef<HTMLElement>(null);
  useFocusFallback(page);
  const sidebar = <Sidebar route={route} onNavigate={() => setOpen(false)} />;
  return (
    <div className="layout">
      <a className="skip" href="#page">
        Skip to content
      </a>
      <header className="top">
        <Button className="menu-button" aria-label="Menu" onPress={() => setOpen(true)}>
          <MenuIcon />
        </Button>
        <Brand />
        <ModalOverlay className="overlay side" isOpen={isOpen} onOpenChange={setOpen} isDismissable>
          <Modal className="drawer">
            <Dialog aria-label="Menu">{sidebar}</Dialog>
          </Modal>
        </ModalOverlay>
      </header>
      <header className="sidebar">{sidebar}</header>
      <main ref={page} id="page" className="page" tabIndex={-1}>
        <ReadOnlyNotice />
        {children}
      </main>
    </div>
  );
}

function Brand() {
  return (
    <Link className="brand" href={to()}>
      <Mark /> Latchkey
    </Link>
  );
}

/** The groups with the pages that the server has and the API key may see. */
function shownGroups(mayUseKeys: boolean) {
  return navigation
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ path }) => isPageServed(path) && (path !== "keys" || mayUseKeys)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function Sidebar(props: { readonly route: Route; readonly onNavigate: () => void }) {
  const { version, signOut, hasScope } = useSession();
  const [current = ""] = props.route.segments;
  const active = parents.get(current) ?? current;
  return (
    <>
      <Brand />
      <nav aria-label="Console">
        {shownGroups(hasScope("keys")).map(({ title, entries }) => (
          <div key={title ?? ""}>
            {title !== undefined && <p className="nav-title">{title}</p>}
            <ul {...(title !== undefined && { "aria-label": title })}>
              {entries.map(({ path, label, Icon }) => (
                <li key={path}>
                  <Link
                    href={path === "" ? to() : to(path)}
                    onClick={props.onNavigate}
                    {...(path === active && { "aria-current": "page" })}
                  >
                    <Icon />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="sidebar-foot">
        <p>
          {location.host}
          <br />
          Latchkey {version}
        </p>
        <p>
          <a href="/docs">Documentation</a>
        </p>
        {signOut === undefined ? (
          <p>This admin listener requires no API key.</p>
        ) : (
          <Button
            className="button quiet"
            onPress={() => {
              if (mayLeavePage()) signOut();
            }}
          >
            Sign out
          </Button>
        )}
      </div>
    </>
  );
}
