import type { Api } from "@latchkey/api";
import { copyableColumn } from "../../components/tables/columns.tsx";
import { Badge, Monogram } from "../../components/details.tsx";
import { Page } from "../../components/page.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { useSearchedList } from "../../queries/use-searched-list.ts";
import { Link, to } from "../../router.tsx";
import { CreateLink } from "../../session/create-link.tsx";
import { useSession } from "../../session/session.ts";
import { formatLabel } from "./access-token-format.ts";

const columns: readonly Column<Api>[] = [
  {
    title: "API",
    cell: ({ id, name }) => (
      <Link className="named" href={to("apis", id)}>
        <Monogram name={name} />
        {name}
      </Link>
    ),
  },
  copyableColumn(
    "Identifier",
    ({ identifier }) => identifier,
    ({ name }) => `identifier of ${name}`,
  ),
  {
    title: "Access tokens",
    cell: (api) => (
      <>
        <Badge>{formatLabel(api)}</Badge>{" "}
        {api.enabled === false && <Badge tone="bad">disabled</Badge>}
      </>
    ),
  },
  {
    title: "Clients",
    wideOnly: true,
    cell: ({ allow_any_client }) => (allow_any_client ? "any" : "by their audience"),
  },
];

/** The list of APIs. */
export function ApiList() {
  const { latchkey } = useSession();
  const searched = useSearchedList<Api>(
    ["apis"],
    (request, options) => latchkey.call("listApis", request, options),
    "name, identifier or ID",
  );
  return (
    <Page
      title="APIs"
      lead="What access tokens are for: clients name an API as resource, and get tokens in its format."
      actions={
        <CreateLink id="createApi" href={to("new-api")}>
          New API
        </CreateLink>
      }
    >
      <Table
        label="APIs"
        noun="API"
        {...searched}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          title: "No APIs yet",
          children: (
            <>
              <p>Register an API to give its access tokens a format and a lifespan of their own.</p>
              <CreateLink id="createApi" href={to("new-api")}>
                Register an API
              </CreateLink>
            </>
          ),
        }}
      />
    </Page>
  );
}
