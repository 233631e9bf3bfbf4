import type { IdentityProvider } from "@latchkey/api";
import { Badge } from "../../components/details.tsx";
import { Page } from "../../components/page.tsx";
import { timeColumn } from "../../components/tables/columns.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { Link, to } from "../../router.tsx";
import { CreateLink } from "../../session/create-link.tsx";
import { useSession } from "../../session/session.ts";

const columns: readonly Column<IdentityProvider>[] = [
  {
    title: "Name",
    cell: ({ id, name, enabled }) => (
      <>
        <Link className="named" href={to("identity-providers", id)}>
          {name}
        </Link>{" "}
        {!enabled && <Badge>disabled</Badge>}
      </>
    ),
  },
  { title: "ID", cell: ({ id }) => <code>{id}</code> },
  {
    title: "Issuer",
    wideOnly: true,
    cell: ({ issuer, authorization_endpoint }) => (
      <code className="clip">{issuer ?? authorization_endpoint}</code>
    ),
  },
  timeColumn("Created", ({ created_at }) => created_at),
];

/** The list of identity providers. */
export function ProviderList() {
  const { latchkey } = useSession();
  const list = usePagedList<IdentityProvider>(["identity-providers"], (request, options) =>
    latchkey.call("listIdentityProviders", request, options),
  );
  return (
    <Page
      title="Identity providers"
      lead="Other servers with which users sign in: “Sign in with …”."
      actions={
        <CreateLink id="createIdentityProvider" href={to("new-identity-provider")}>
          New identity provider
        </CreateLink>
      }
    >
      <Table
        label="Identity providers"
        noun="identity provider"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          title: "No identity providers yet",
          children: (
            <>
              <p>
                Connect Google, Microsoft, GitHub or any OpenID provider, and users sign in with an
                account that they have.
              </p>
              <CreateLink id="createIdentityProvider" href={to("new-identity-provider")}>
                Connect an identity provider
              </CreateLink>
            </>
          ),
        }}
      />
    </Page>
  );
}
