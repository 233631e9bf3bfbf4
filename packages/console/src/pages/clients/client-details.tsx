import type { OAuth2Client } from "@latchkey/api";
import { Copyable, CopyButton } from "../../components/copy-button.tsx";
import { RelativeTime } from "../../components/date-time.tsx";
import { Details } from "../../components/details.tsx";
import { useDiscovery } from "../../queries/use-discovery.ts";
import { Link, to } from "../../router.tsx";
import { corsOrigins } from "./client-summary.ts";

/** The settings of a client. */
export function ClientDetails({ client }: { readonly client: OAuth2Client }) {
  const { data: discovery } = useDiscovery();
  const grants = client.grant_types.length > 0 ? client.grant_types : ["authorization_code"];
  return (
    <div className="card">
      <Details
        rows={[
          ["Issuer", discovery && <Copyable key="issuer" text={discovery.issuer} what="issuer" />],
          ["Client ID", <Copyable key="id" text={client.client_id} what="client ID" />],
          [
            "Redirect URIs",
            <CopyableList key="uris" items={client.redirect_uris} what="redirect URI" />,
          ],
          ["Grant types", <code key="grants">{grants.join(" ")}</code>],
          ["Scope", client.scope && <code>{client.scope}</code>],
          ["Audience", <CopyableList key="aud" items={client.audience} what="audience" />],
          ["Authentication method", <code key="method">{client.token_endpoint_auth_method}</code>],
          ["Access token format", client.access_token_strategy],
          ["JWT type (typ)", client.access_token_jwt_typ],
          [
            "Post-logout redirect URIs",
            <CopyableList
              key="logout"
              items={client.post_logout_redirect_uris}
              what="post-logout redirect URI"
            />,
          ],
          ["CORS origins", <CopyableList key="cors" items={corsOrigins(client)} what="origin" />],
          ["Owner", client.owner],
          ["Created", <RelativeTime key="created" time={client.created_at} />],
          ["Updated", <RelativeTime key="updated" time={client.updated_at} />],
        ]}
      />
      <p className="small card-foot">
        <Link href={`${to("inspector")}?client_id=${encodeURIComponent(client.client_id)}`}>
          View its flows in the inspector
        </Link>
      </p>
    </div>
  );
}

function CopyableList(props: {
  readonly items: readonly string[] | undefined;
  readonly what: string;
}) {
  if (props.items === undefined || props.items.length === 0) {
    return <span className="quiet">none</span>;
  }
  return (
    <ul className="copyable-list">
      {props.items.map((item) => (
        <li key={item} className="copyable">
          <code>{item}</code>
          <CopyButton text={item} what={`${props.what} ${item}`} />
        </li>
      ))}
    </ul>
  );
}
