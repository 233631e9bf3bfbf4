import type { OAuth2Client } from "@latchkey/api";
import { usePagedList } from "../../list.ts";
import { LinkButton } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { Badge, Monogram } from "../../parts/facts.tsx";
import { ListFoot } from "../../parts/list-foot.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { Search } from "../../parts/search.tsx";
import { Ago } from "../../parts/time.tsx";
import { Link, to } from "../../router.tsx";
import { Allowed } from "../../session/allowed.tsx";
import { useSession } from "../../session/session.ts";
import { kindOf, nameOf } from "./client-words.ts";

/** Every client there is. */
export function ClientList() {
  const { latchkey } = useSession();
  const list = usePagedList<OAuth2Client>((wanted, options) =>
    latchkey.call("listOAuth2Clients", wanted, options),
  );
  const { items, search, words, setWords, error } = list;
  const hasNone = items?.length === 0 && search === "" && words === "";
  return (
    <Page
      title="Clients"
      lead="The apps that send people here to sign in, and the machines that ask for tokens themselves."
      actions={
        <Allowed to="write">
          <LinkButton kind="primary" href={to("new-client")}>
            New client
          </LinkButton>
        </Allowed>
      }
    >
      <Problem error={error} />
      {hasNone && <NoClients />}
      {items !== undefined && !hasNone && (
        <>
          <Search
            label="Search clients"
            placeholder="Search by name, id, owner or redirect URI"
            value={words}
            onChange={setWords}
          />
          {items.length === 0 && search !== "" && (
            <p className="quiet" role="status">
              No client on this server has “{search}” in its name, id, owner or redirect URIs.
            </p>
          )}
          {items.length > 0 && <ClientTable clients={items} />}
          <ListFoot list={list} noun="client" />
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
      <Allowed to="write">
        <LinkButton kind="primary" href={to("new-client")}>
          Create a client
        </LinkButton>
      </Allowed>
    </Empty>
  );
}

function ClientTable({ clients }: { readonly clients: readonly OAuth2Client[] }) {
  return (
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
          {clients.map((client) => (
            <Row key={client.client_id} client={client} />
          ))}
        </tbody>
      </table>
    </div>
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
