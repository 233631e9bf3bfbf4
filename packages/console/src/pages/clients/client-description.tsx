import type { OAuth2Client } from "@latchkey/api";
import { useLoaded } from "../../load.ts";
import { CopyButton, Copyable } from "../../parts/copy.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Ago } from "../../parts/time.tsx";
import { Link, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { corsOriginsOf } from "./client-words.ts";

/** What there is to know about a client. */
export function ClientDescription({ client }: { readonly client: OAuth2Client }) {
  const { latchkey } = useSession();
  const { value: discovery } = useLoaded("discovery", () => latchkey.discoverOpenIDConfiguration());
  return (
    <div className="card">
      <Facts
        facts={[
          ["Issuer", discovery && <Copyable key="issuer" text={discovery.issuer} what="issuer" />],
          ["Client id", <Copyable key="id" text={client.client_id} what="client id" />],
          ["Redirect URIs", <Addresses key="uris" of={client.redirect_uris} what="redirect URI" />],
          [
            "Grants",
            (client.grant_types.length > 0 ? client.grant_types : ["authorization_code"]).join(
              ", ",
            ),
          ],
          ["Scope", client.scope && <code>{client.scope}</code>],
          ["Audience", <Addresses key="aud" of={client.audience} what="audience" />],
          ["Authentication method", <code key="method">{client.token_endpoint_auth_method}</code>],
          ["Access tokens", client.access_token_strategy],
          ["Type of its JWTs", client.access_token_jwt_typ],
          [
            "Post-logout redirect URIs",
            <Addresses key="bye" of={client.post_logout_redirect_uris} what="address" />,
          ],
          ["CORS origins", <Addresses key="cors" of={corsOriginsOf(client)} what="origin" />],
          ["Owner", client.owner],
          ["Created", <Ago key="made" time={client.created_at} />],
          ["Updated", <Ago key="changed" time={client.updated_at} />],
        ]}
      />
      <p className="small card-foot">
        <Link href={`${to("inspector")}?client_id=${encodeURIComponent(client.client_id)}`}>
          Watch its flows in the inspector
        </Link>
      </p>
    </div>
  );
}

function Addresses(props: { readonly of: readonly string[] | undefined; readonly what: string }) {
  if (props.of === undefined || props.of.length === 0) return <span className="quiet">none</span>;
  return (
    <ul className="addresses">
      {props.of.map((address) => (
        <li key={address} className="copyable">
          <code>{address}</code>
          <CopyButton text={address} what={`${props.what} ${address}`} />
        </li>
      ))}
    </ul>
  );
}
