import type { ActiveToken } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Copyable } from "../../components/copy-button.tsx";
import { ExactTime } from "../../components/date-time.tsx";
import { Badge, Details } from "../../components/details.tsx";
import { Section } from "../../components/page.tsx";
import { Json } from "../../components/token-response.tsx";
import { Link, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { RevokeToken } from "./revoke-token.tsx";

interface ActiveTokenProps {
  readonly token: string;
  readonly active: ActiveToken;
  readonly onRevoked: () => Promise<void>;
}

/** The properties of an active token. */
export function ActiveTokenCard({ token, active, onRevoked }: ActiveTokenProps) {
  const [isRevoking, setRevoking] = useState(false);
  const isMachine = active.sub === active.client_id;
  const kind = active.token_use === "refresh_token" ? "Refresh token" : "Access token";
  return (
    <Section
      title={kind}
      actions={
        <RequireOperation id="deleteOAuth2Token">
          <Button kind="danger" onPress={() => setRevoking(true)}>
            Revoke
          </Button>
        </RequireOperation>
      }
    >
      <div className="card">
        <Details
          rows={[
            [
              "Status",
              <Badge key="status" tone="good">
                Active
              </Badge>,
            ],
            [
              "Client",
              <Link key="client" href={to("clients", active.client_id)}>
                {active.client_id}
              </Link>,
            ],
            [
              "Subject",
              isMachine ? "the client itself" : <SubjectLink key="subject" subject={active.sub} />,
            ],
            ["Scope", active.scope && <code>{active.scope}</code>],
            ["Audience", active.aud.length > 0 && <code>{active.aud.join(" ")}</code>],
            ["Issuer", <Copyable key="iss" text={active.iss} what="issuer" />],
            ["Issued", <ExactTime key="iat" seconds={active.iat} />],
            ["Expires", active.exp > 0 && <ExactTime key="exp" seconds={active.exp} />],
            ["Extra claims", active.ext && <Json key="ext" value={active.ext} />],
          ]}
        />
      </div>
      {isRevoking && (
        <RevokeToken
          token={token}
          active={active}
          onRevoked={onRevoked}
          onClose={() => setRevoking(false)}
        />
      )}
    </Section>
  );
}

function SubjectLink({ subject }: { readonly subject: string }) {
  return <Link href={`${to("sessions")}?subject=${encodeURIComponent(subject)}`}>{subject}</Link>;
}
