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
import { Link, mayLeavePage, type Route, to } from "./router.tsx";
import { ReadOnlyNotice } from "./session/require-scope.tsx";
import { useSession } from "./session/session.ts";

/** The entries of the navigation, in groups. The first group has no title. */
const navigation = [
  { title: undefined, entries: [{ path: "", label: "Overview", Icon: OverviewIcon }] },
  {
    title: "Apps",
    entries: [
      { path: "clients", label: "Clients", Icon: ClientsIcon },
      { path: "apis", label: "APIs", Icon: ApisIcon },
      { path: "details-types", label: "Details types", Icon: DetailsTypesIcon },
      { path: "trusted-issuers", label: "Trusted issuers", Icon: TrustedIssuersIcon },
    ],
  },
  {
    title: "People",
    entries: [
      { path: "accounts", label: "Accounts", Icon: AccountsIcon },
      { path: "sessions", label: "Sessions", Icon: SessionsIcon },
    ],
  },
  {
    title: "Workspaces",
    entries: [
      { path: "workspaces", label: "Workspaces", Icon: WorkspacesIcon },
      { path: "integrations", label: "Integrations", Icon: IntegrationsIcon },
    ],
  },
  {
    title: "Operations",
    entries: [
      { path: "inspector", label: "Inspector", Icon: InspectorIcon },
      { path: "tokens", label: "Tokens", Icon: TokensIcon },
      { path: "keys", label: "Keys", Icon: KeysIcon },
    ],
  },
] as const;

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

function Sidebar(props: { readonly route: Route; readonly onNavigate: () => void }) {
  const { version, signOut, hasScope } = useSession();
  const [current = ""] = props.route.segments;
  const active = parents.get(current) ?? current;
  return (
    <>
      <Brand />
      <nav aria-label="Console">
        {navigation.map(({ title, entries }) => (
          <div key={title ?? ""}>
            {title !== undefined && <p className="nav-title">{title}</p>}
            <ul {...(title !== undefined && { "aria-label": title })}>
              {entries
                .filter(({ path }) => path !== "keys" || hasScope("keys"))
                .map(({ path, label, Icon }) => (
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
