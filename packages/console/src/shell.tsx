import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import {
  ClientsIcon,
  InspectorIcon,
  IntegrationsIcon,
  KeysIcon,
  Mark,
  MenuIcon,
  OverviewIcon,
  SessionsIcon,
  TokensIcon,
  WorkspacesIcon,
} from "./parts/icons.tsx";
import { Link, type Place, to } from "./router.tsx";
import { ReadOnlyNote } from "./session/allowed.tsx";
import { useSession } from "./session/session.ts";

const nouns = [
  { path: "", label: "Overview", Icon: OverviewIcon },
  { path: "clients", label: "Clients", Icon: ClientsIcon },
  { path: "keys", label: "Keys", Icon: KeysIcon },
  { path: "sessions", label: "Sessions", Icon: SessionsIcon },
  { path: "tokens", label: "Tokens", Icon: TokensIcon },
  { path: "workspaces", label: "Workspaces", Icon: WorkspacesIcon },
  { path: "integrations", label: "Integrations", Icon: IntegrationsIcon },
  { path: "inspector", label: "Inspector", Icon: InspectorIcon },
] as const;

/** Under which noun the pages go that have none of their own. */
const homes = new Map([
  ["new-client", "clients"],
  ["callback", "clients"],
  ["new-integration", "integrations"],
]);

/** The frame around every page: the rail, which is a menu on a phone, and the page. */
export function Shell({
  place,
  children,
}: {
  readonly place: Place;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const rail = <Rail place={place} onGo={() => setOpen(false)} />;
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <header className="top">
        <Button className="menu-button" aria-label="Menu" onPress={() => setOpen(true)}>
          <MenuIcon />
        </Button>
        <Brand />
        <ModalOverlay className="overlay side" isOpen={isOpen} onOpenChange={setOpen} isDismissable>
          <Modal className="drawer">
            <Dialog aria-label="Menu">{rail}</Dialog>
          </Modal>
        </ModalOverlay>
      </header>
      <header className="rail">{rail}</header>
      <main id="page" className="page" tabIndex={-1}>
        <ReadOnlyNote />
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

function Rail({ place, onGo }: { readonly place: Place; readonly onGo: () => void }) {
  const { version, signOut, may } = useSession();
  const [current = ""] = place.segments;
  const here = homes.get(current) ?? current;
  return (
    <>
      <Brand />
      <nav aria-label="Console">
        <ul>
          {nouns
            .filter(({ path }) => path !== "keys" || may("keys"))
            .map(({ path, label, Icon }) => (
              <li key={path}>
                <Link
                  href={path === "" ? to() : to(path)}
                  onClick={onGo}
                  {...(path === here && { "aria-current": "page" })}
                >
                  <Icon />
                  {label}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <div className="rail-foot">
        <p>
          {location.host}
          <br />
          Latchkey {version}
        </p>
        {signOut === undefined ? (
          <p>Open to this machine: no API key is asked for.</p>
        ) : (
          <Button className="button quiet" onPress={signOut}>
            Sign out
          </Button>
        )}
      </div>
    </>
  );
}
