import type { TrustedIssuer } from "@latchkey/api";
import { timeColumn } from "../../components/tables/columns.tsx";
import { Page } from "../../components/page.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { Link, to } from "../../router.tsx";
import { CreateLink } from "../../session/create-link.tsx";
import { useSession } from "../../session/session.ts";
import { describeSubjects } from "./subjects.ts";

const columns: readonly Column<TrustedIssuer>[] = [
  {
    title: "Issuer",
    cell: ({ id, issuer }) => (
      <Link className="named" href={to("trusted-issuers", id)}>
        {issuer}
      </Link>
    ),
  },
  {
    title: "Subjects",
    cell: (issuer) => <code className="clip">{describeSubjects(issuer)}</code>,
  },
  {
    title: "Client",
    wideOnly: true,
    cell: ({ client_id }) =>
      client_id === undefined ? "any" : <Link href={to("clients", client_id)}>{client_id}</Link>,
  },
  timeColumn("Expires", ({ expires_at }) => expires_at),
];

/** The list of trusted issuers. */
export function TrustedIssuerList() {
  const { latchkey } = useSession();
  const list = usePagedList<TrustedIssuer>(["trusted-issuers"], (request, options) =>
    latchkey.call("listTrustedJwtGrantIssuers", request, options),
  );
  return (
    <Page
      title="Trusted issuers"
      lead="Workloads and identity providers whose JWTs are exchanged for access tokens, without a secret."
      actions={
        <CreateLink id="trustJwtGrantIssuer" href={to("new-trusted-issuer")}>
          New trusted issuer
        </CreateLink>
      }
    >
      <Table
        label="Trusted issuers"
        noun="trusted issuer"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{
          title: "No trusted issuers yet",
          children: (
            <>
              <p>
                Trust the issuer of a CI system, a cluster or an identity provider, and its JWTs can
                be exchanged for access tokens.
              </p>
              <CreateLink id="trustJwtGrantIssuer" href={to("new-trusted-issuer")}>
                Add a trusted issuer
              </CreateLink>
            </>
          ),
        }}
      />
    </Page>
  );
}
