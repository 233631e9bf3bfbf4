import type { OAuth2Client } from "@latchkey/api";
import { LinkButton } from "../../components/button.tsx";
import { copyableColumn, timeColumn } from "../../components/tables/columns.tsx";
import { Badge, Monogram } from "../../components/details.tsx";
import { Page } from "../../components/page.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { useSearchedList } from "../../queries/use-searched-list.ts";
import { Link, to } from "../../router.tsx";
import { isServed } from "../../served.ts";
import { CreateLink } from "../../session/create-link.tsx";
import { useSession } from "../../session/session.ts";
import { clientType } from "./app-type.ts";
import { displayName } from "./client-summary.ts";

const columns: readonly Column<OAuth2Client>[] = [
  {
    title: "Client",
    cell: (client) => (
      <Link className="named" href={to("clients", client.client_id)}>
        <Monogram name={displayName(client)} />
        <span>
          {displayName(client)}
          <code className="hint narrow-only">{client.client_id}</code>
        </span>
      </Link>
    ),
  },
  copyableColumn(
    "Client ID",
    ({ client_id }) => client_id,
    (client) => `client ID of ${displayName(client)}`,
  ),
  {
    title: "Type",
    cell: (client) => (
      <>
        <Badge>{clientType(client)}</Badge>{" "}
        {client.enabled === false && <Badge tone="bad">disabled</Badge>}
      </>
    ),
  },
  {
    title: "Scope",
    wideOnly: true,
    cell: ({ scope }) => <code className="clip quiet">{scope}</code>,
  },
  timeColumn("Updated", ({ updated_at }) => updated_at),
];

/** The list of clients. */
export function ClientList() {
  const { latchkey } = useSession();
  const searched = useSearchedList<OAuth2Client>(
    ["clients"],
    (request, options) => latchkey.call("listOAuth2Clients", request, options),
    "name, ID, owner or redirect URIs",
  );
  return (
    <Page
      title="Clients"
      lead="The apps that people sign in to, and the services that request tokens for themselves."
      actions={
        <>
          {isServed("listRegistrationTokens") && (
            <LinkButton href={to("registration-tokens")}>Registration tokens</LinkButton>
          )}
          <CreateLink id="createOAuth2Client" href={to("new-client")}>
            New client
          </CreateLink>
        </>
      }
    >
      <Table
        label="Clients"
        noun="client"
        {...searched}
        columns={columns}
        keyOf={({ client_id }) => client_id}
        empty={{ title: "No clients yet", children: <CreateFirstClient /> }}
      />
    </Page>
  );
}

function CreateFirstClient() {
  return (
    <>
      <p>
        A client is an app that is registered with this server. Create the first one, and people can
        sign in to it.
      </p>
      <CreateLink id="createOAuth2Client" href={to("new-client")}>
        Create a client
      </CreateLink>
    </>
  );
}
