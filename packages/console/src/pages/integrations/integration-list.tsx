import type { Integration } from "@latchkey/api";
import { usePagedList } from "../../list.ts";
import { LinkButton } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { Badge, Monogram } from "../../parts/facts.tsx";
import { ListFoot } from "../../parts/list-foot.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { Search } from "../../parts/search.tsx";
import { Link, to } from "../../router.tsx";
import { Allowed } from "../../session/allowed.tsx";
import { useSession } from "../../session/session.ts";

/** Every integration. */
export function IntegrationList() {
  const { latchkey } = useSession();
  const list = usePagedList<Integration>((wanted, options) =>
    latchkey.call("listIntegrations", wanted, options),
  );
  const { items, search, words, setWords, error } = list;
  const hasNone = items?.length === 0 && search === "" && words === "";
  return (
    <Page
      title="Integrations"
      lead="Apps that people install into a workspace, where each becomes a bot."
      actions={
        <Allowed to="write">
          <LinkButton kind="primary" href={to("new-integration")}>
            New integration
          </LinkButton>
        </Allowed>
      }
    >
      <Problem error={error} />
      {hasNone && (
        <Empty title="No integration yet">
          <p>Create one, and hand its client id and secret to whoever writes the app.</p>
          <Allowed to="write">
            <LinkButton kind="primary" href={to("new-integration")}>
              Create an integration
            </LinkButton>
          </Allowed>
        </Empty>
      )}
      {items !== undefined && !hasNone && (
        <>
          <Search
            label="Search integrations"
            placeholder="Search by name, id or client id"
            value={words}
            onChange={setWords}
          />
          {items.length === 0 && search !== "" && (
            <p className="quiet" role="status">
              No integration on this server has “{search}” in its name, id or client id.
            </p>
          )}
          {items.length > 0 && <IntegrationTable integrations={items} />}
          <ListFoot list={list} noun="integration" />
        </>
      )}
    </Page>
  );
}

function IntegrationTable({ integrations }: { readonly integrations: readonly Integration[] }) {
  return (
    <div className="card table-card">
      <table className="table">
        <caption className="unseen">Integrations</caption>
        <thead>
          <tr>
            <th scope="col">Integration</th>
            <th scope="col" className="wide-only">
              Client id
            </th>
            <th scope="col">Kind</th>
            <th scope="col" className="wide-only">
              State
            </th>
          </tr>
        </thead>
        <tbody>
          {integrations.map(({ id, name, client_id, kind, enabled }) => (
            <tr key={id}>
              <th scope="row">
                <Link className="named" href={to("integrations", id)}>
                  <Monogram name={name} />
                  {name}
                </Link>
              </th>
              <td className="wide-only">
                <span className="copyable">
                  <code className="clip">{client_id}</code>
                  <CopyButton text={client_id} what={`client id of ${name}`} />
                </span>
              </td>
              <td>
                <Badge>{kind}</Badge>
              </td>
              <td className="wide-only">
                <Badge tone={enabled ? "good" : "bad"}>{enabled ? "enabled" : "disabled"}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
