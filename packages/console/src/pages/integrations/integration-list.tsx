import type { Integration } from "@latchkey/api";
import { copyableColumn } from "../../components/tables/columns.tsx";
import { Badge } from "../../components/details.tsx";
import { EntityIcon } from "../../components/entity-icon.tsx";
import { Page } from "../../components/page.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { useSearchedList } from "../../queries/use-searched-list.ts";
import { Link, to } from "../../router.tsx";
import { CreateLink } from "../../session/create-link.tsx";
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
  const searched = useSearchedList<Integration>(
    ["integrations"],
    (request, options) => latchkey.call("listIntegrations", request, options),
    "name, ID or client ID",
  );
  return (
    <Page
      title="Integrations"
      lead="Apps that are installed into a workspace, where each acts as a bot."
      actions={
        <CreateLink id="createIntegration" href={to("new-integration")}>
          New integration
        </CreateLink>
      }
    >
      <Table
        label="Integrations"
        noun="integration"
        {...searched}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          title: "No integrations yet",
          children: (
            <>
              <p>Create one, and give its client ID and secret to the developer of the app.</p>
              <CreateLink id="createIntegration" href={to("new-integration")}>
                Create an integration
              </CreateLink>
            </>
          ),
        }}
      />
    </Page>
  );
}
