import type { Integration } from "@latchkey/api";
import { LinkButton } from "../../components/button.tsx";
import { copyableColumn } from "../../components/columns.tsx";
import { Badge } from "../../components/details.tsx";
import { EntityIcon } from "../../components/entity-icon.tsx";
import { Page } from "../../components/page.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { useSearchText } from "../../queries/use-search-text.ts";
import { Link, to } from "../../router.tsx";
import { RequireScope } from "../../session/require-scope.tsx";
import { useSession } from "../../session/session.ts";

const columns: readonly Column<Integration>[] = [
  {
    title: "Integration",
    cell: ({ id, name, icon }) => (
      <Link className="named" href={to("integrations", id)}>
        <EntityIcon name={name} icon={icon} />
        {name}
      </Link>
    ),
  },
  copyableColumn(
    "Client ID",
    ({ client_id }) => client_id,
    ({ name }) => `client ID of ${name}`,
  ),
  { title: "Type", cell: ({ kind }) => <Badge>{kind}</Badge> },
  {
    title: "Status",
    wideOnly: true,
    cell: ({ enabled }) => (
      <Badge tone={enabled ? "good" : "bad"}>{enabled ? "enabled" : "disabled"}</Badge>
    ),
  },
];

/** The list of integrations. */
export function IntegrationList() {
  const { latchkey } = useSession();
  const search = useSearchText();
  const list = usePagedList<Integration>(
    ["integrations"],
    (request, options) => latchkey.call("listIntegrations", request, options),
    search.search,
  );
  return (
    <Page
      title="Integrations"
      lead="Apps that are installed into a workspace, where each acts as a bot."
      actions={
        <RequireScope scope="write">
          <LinkButton kind="primary" href={to("new-integration")}>
            New integration
          </LinkButton>
        </RequireScope>
      }
    >
      <Table
        label="Integrations"
        noun="integration"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        search={{ ...search, searchedFields: "name, ID or client ID" }}
        empty={{
          title: "No integrations yet",
          children: (
            <>
              <p>Create one, and give its client ID and secret to the developer of the app.</p>
              <RequireScope scope="write">
                <LinkButton kind="primary" href={to("new-integration")}>
                  Create an integration
                </LinkButton>
              </RequireScope>
            </>
          ),
        }}
      />
    </Page>
  );
}
