import type { TrustedIssuer } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { Copyable } from "../../components/copy-button.tsx";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { RecordTime } from "../../components/date-time.tsx";
import { type DetailRows, Details } from "../../components/details.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page, PageQuery } from "../../components/page.tsx";
import { Link, navigate, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { DisableOrEnable } from "../termination/disable.tsx";
import { ImpactNotice } from "../impact/impact-notice.tsx";
import { describeSubjects } from "./subjects.ts";

/** One trusted issuer. A record can be disabled; otherwise it cannot be changed: another one replaces it. */
export function TrustedIssuerPage({ id }: { readonly id: string }) {
  const { latchkey } = useSession();
  const query = useQuery({
    queryKey: ["trusted-issuers", id],
    queryFn: ({ signal }) => latchkey.getTrustedJwtGrantIssuer({ id }, { signal }),
  });
  return (
    <Page
      title={query.data?.issuer ?? "Trusted issuer"}
      back={{ href: to("trusted-issuers"), label: "Trusted issuers" }}
    >
      <PageQuery query={query}>
        {(found) => (
          <>
            {found.enabled === false && (
              <Notice tone="bad">
                <p>
                  <strong>This trusted issuer is disabled.</strong> Its JWTs, and tokens that were
                  issued for them, are refused.
                </p>
              </Notice>
            )}
            <div className="card">
              <Details rows={detailsOf(found)} />
            </div>
            <RequireOperation id="deleteTrustedJwtGrantIssuer">
              <TrustedIssuerDangerZone issuer={found} />
            </RequireOperation>
          </>
        )}
      </PageQuery>
    </Page>
  );
}

function TrustedIssuerDangerZone({
  issuer: { id, issuer, enabled = true },
}: {
  readonly issuer: TrustedIssuer;
}) {
  const { latchkey } = useSession();
  return (
    <DangerZone>
      <RequireOperation id="updateTrustedJwtGrantIssuer">
        <DisableOrEnable
          what="the record"
          name={issuer}
          enabled={enabled}
          effect="Its JWTs, and tokens that were issued for them, are refused until it is enabled again."
          effectOfEnabling="Tokens that have not expired are valid again."
          onChange={(next) => latchkey.updateTrustedJwtGrantIssuer({ id, body: { enabled: next } })}
        >
          <p>All servers refuse them within a second. Nothing is deleted.</p>
          <ImpactNotice action="Disabling it" change={{ kind: "trusted_issuer", id }} />
        </DisableOrEnable>
      </RequireOperation>
      <DangerousAction
        title="Delete the record."
        effect="JWTs of this issuer are rejected where no other record covers them."
        label="Delete trusted issuer"
        question={`Stop trusting ${issuer}?`}
        onConfirm={async () => {
          await latchkey.deleteTrustedJwtGrantIssuer({ id });
          navigate(to("trusted-issuers"));
        }}
      >
        <p>Tokens that were issued stay valid until they expire.</p>
        <ImpactNotice action="Deleting it" change={{ kind: "trusted_issuer", id }} />
      </DangerousAction>
    </DangerZone>
  );
}

function detailsOf(issuer: TrustedIssuer): DetailRows {
  const { id, jwks, jwks_uri, client_id, claims, assertion_audiences = [] } = issuer;
  return [
    ["ID", <Copyable key="id" text={id} what="ID" />],
    ["Subjects", <code key="subjects">{describeSubjects(issuer)}</code>],
    ["Scope", issuer.scope.length > 0 ? <code key="scope">{issuer.scope.join(" ")}</code> : "none"],
    [
      "Client",
      client_id === undefined ? (
        "authenticates itself"
      ) : (
        <Link key="client" href={to("clients", client_id)}>
          {client_id}
        </Link>
      ),
    ],
    [
      "Keys",
      <code key="keys">
        {jwks_uri ?? jwks?.keys.map(({ kid }) => kid ?? "without kid").join(", ")}
      </code>,
    ],
    ["Audiences", assertion_audiences.join(", ") || undefined],
    ["Claims", claims && <code key="claims">{JSON.stringify(claims)}</code>],
    ["Reuse", issuer.allow_assertion_reuse === true ? "allowed until a JWT expires" : undefined],
    ["Created", <RecordTime key="created" time={issuer.created_at} />],
    ["Expires", <RecordTime key="expires" time={issuer.expires_at} />],
  ];
}
