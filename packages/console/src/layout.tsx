import type { OperationId } from "@latchkey/api";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import {
  AccessIcon,
  AccountsIcon,
  ApisIcon,
  AuditIcon,
  FailedSignInsIcon,
  BrandingIcon,
  ClientsIcon,
  DetailsTypesIcon,
  EventsIcon,
  IdentityProvidersIcon,
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
import { ReadOnlyNotice } from "./session/require-operation.tsx";
import { type Session, useSession } from "./session/session.ts";
import { SignInButton } from "./session/sign-in-button.tsx";

/** A page in the navigation. */
interface Entry {
  readonly path: string;
  /** The operation without which there is nothing to show: the server may not have it, or the user may not call it. */
  readonly needs: OperationId;
  readonly label: string;
  readonly Icon: () => ReactNode;
}

/** The entries of the navigation, in groups. The first group has no title. */
const navigation: readonly {
  readonly title: string | undefined;
  readonly entries: readonly Entry[];
}[] = [
  {
    title: undefined,
    entries: [{ path: "", needs: "prometheus", label: "Overview", Icon: OverviewIcon }],
  },
  {
    title: "Apps",
    entries: [
      { path: "clients", needs: "listOAuth2Clients", label: "Clients", Icon: ClientsIcon },
      { path: "apis", needs: "listApis", label: "APIs", Icon: ApisIcon },
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
      {
        path: "sessions",
        needs: "listSubjectConsentSessions",
        label: "Sessions",
        Icon: SessionsIcon,
      },
      {
        path: "identity-providers",
        needs: "listIdentityProviders",
        label: "Identity providers",
        Icon: IdentityProvidersIcon,
      },
      { path: "branding", needs: "getBranding", label: "Branding", Icon: BrandingIcon },
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
      {
        path: "failed-sign-ins",
        needs: "listFailedSignIns",
        label: "Failed sign-ins",
        Icon: FailedSignInsIcon,
      },
      { path: "audit", needs: "listAuditEntries", label: "Audit log", Icon: AuditIcon },
      {
        path: "event-receivers",
        needs: "listEventReceivers",
        label: "Events",
        Icon: EventsIcon,
      },
      { path: "tokens", needs: "introspectOAuth2Token", label: "Tokens", Icon: TokensIcon },
      { path: "keys", needs: "listJsonWebKeySets", label: "Keys", Icon: KeysIcon },
      { path: "access", needs: "listApiKeys", label: "Access", Icon: AccessIcon },
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
  ["invitations", "accounts"],
  ["new-api", "apis"],
  ["new-integration", "integrations"],
  ["new-identity-provider", "identity-providers"],
  ["new-trusted-issuer", "trusted-issuers"],
  ["event-streams", "event-receivers"],
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

/** The groups with the pages that the server has and the user may see. */
function shownGroups(may: Session["may"]) {
  return navigation
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ path, needs }) => isPageServed(path) && may(needs)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function Sidebar(props: { readonly route: Route; readonly onNavigate: () => void }) {
  const { version, may } = useSession();
  const [current = ""] = props.route.segments;
  const active = parents.get(current) ?? current;
  return (
    <>
      <Brand />
      <nav aria-label="Console">
        {shownGroups(may).map(({ title, entries }) => (
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
        <WhoIsSignedIn />
      </div>
    </>
  );
}

/** Who uses the console, and how to become another user. */
function WhoIsSignedIn() {
  const { access, signOut } = useSession();
  const { caller, role, workspaces } = access;
  if (signOut === undefined) {
    return (
      <>
        <p>Not signed in. This admin listener requires no authentication.</p>
        {isServed("createOperatorSession") && <SignInButton kind="quiet" />}
      </>
    );
  }
  const leave = (): void => {
    if (mayLeavePage()) signOut();
  };
  return (
    <>
      <p className="signed-in">
        {caller.name}
        {role !== undefined && ` · ${role}`}
        {workspaces !== undefined && " · some workspaces"}
      </p>
      <Button className="button quiet" onPress={leave}>
        Sign out
      </Button>
    </>
  );
}
