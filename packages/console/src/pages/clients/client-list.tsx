import type { OAuth2Client } from "@latchkey/api";
import { useState } from "react";
import { useLoaded } from "../../load.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { Badge, Monogram } from "../../parts/facts.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { Search } from "../../parts/search.tsx";
import { Ago } from "../../parts/time.tsx";
import { Link, navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { kindOf, nameOf } from "./client-words.ts";

const FETCHED = 500;
const SHOWN = 50;

/** Every client there is. */
export function ClientList() {
  const { latchkey } = useSession();
  const [words, setWords] = useState("");
  const { value, error } = useLoaded("clients", () =>
    latchkey.listOAuth2Clients({ limit: FETCHED }),
  );
  return (
    <Page
      title="Clients"
      lead="The apps that send people here to sign in, and the machines that ask for tokens themselves."
      actions={
        <LinkButton kind="primary" href={to("new-client")}>
          New client
        </LinkButton>
      }
    >
      <Problem error={error} />
      {value?.length === 0 && <NoClients />}
      {value !== undefined && value.length > 0 && (
        <>
          <Search
            label="Search clients"
            placeholder="Search by name, id, owner or redirect URI"
            value={words}
            onChange={setWords}
            onSubmit={(id) => id !== "" && navigate(to("clients", id))}
          />
          <Matches clients={value.filter((client) => matches(client, words))} words={words} />
          {value.length === FETCHED && (
            <p className="quiet small">
              The first {FETCHED} clients are searched. Type a whole client id and press Enter to
              open any other.
            </p>
          )}
        </>
      )}
    </Page>
  );
}

function NoClients() {
  return (
    <Empty title="No client yet">
      <p>
        A client is an app that is known to this server. Create the first one, and people can sign
        in to it.
      </p>
      <LinkButton kind="primary" href={to("new-client")}>
        Create a client
      </LinkButton>
    </Empty>
  );
}

function Matches(props: { readonly clients: readonly OAuth2Client[]; readonly words: string }) {
  const [shown, setShown] = useState(SHOWN);
  if (props.clients.length === 0) {
    return (
      <p className="quiet">No client has “{props.words}” in its name, id, owner or addresses.</p>
    );
  }
  return (
    <>
      <div className="card table-card">
        <table className="table">
          <caption className="unseen">Clients</caption>
          <thead>
            <tr>
              <th scope="col">Client</th>
              <th scope="col" className="wide-only">
                Client id
              </th>
              <th scope="col">Kind</th>
              <th scope="col" className="wide-only">
                Scope
              </th>
              <th scope="col" className="wide-only">
                Updated
              </th>
            </tr>
          </thead>
          <tbody>
            {props.clients.slice(0, shown).map((client) => (
              <Row key={client.client_id} client={client} />
            ))}
          </tbody>
        </table>
      </div>
      {props.clients.length > shown && (
        <Button onPress={() => setShown(shown + SHOWN)}>Show more</Button>
      )}
    </>
  );
}

function Row({ client }: { readonly client: OAuth2Client }) {
  return (
    <tr>
      <th scope="row">
        <Link className="named" href={to("clients", client.client_id)}>
          <Monogram name={nameOf(client)} />
          <span>
            {nameOf(client)}
            <code className="hint narrow-only">{client.client_id}</code>
          </span>
        </Link>
      </th>
      <td className="wide-only">
        <span className="copyable">
          <code className="clip">{client.client_id}</code>
          <CopyButton text={client.client_id} what={`client id of ${nameOf(client)}`} />
        </span>
      </td>
      <td>
        <Badge>{kindOf(client)}</Badge>
      </td>
      <td className="wide-only">
        <code className="clip quiet">{client.scope}</code>
      </td>
      <td className="wide-only quiet">
        <Ago time={client.updated_at} />
      </td>
    </tr>
  );
}

function matches(client: OAuth2Client, words: string): boolean {
  const text = [client.client_name, client.client_id, client.owner, ...client.redirect_uris];
  return text.join("\n").toLowerCase().includes(words.trim().toLowerCase());
}
