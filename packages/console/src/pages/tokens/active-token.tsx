import type { ActiveToken } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Copyable } from "../../parts/copy.tsx";
import { Badge, Facts } from "../../parts/facts.tsx";
import { Section } from "../../parts/page.tsx";
import { Moment } from "../../parts/time.tsx";
import { Json } from "../../parts/token-answer.tsx";
import { Link, to } from "../../router.tsx";
import { Allowed } from "../../session/allowed.tsx";
import { RevokeToken } from "./revoke-token.tsx";

interface ActiveTokenProps {
  readonly token: string;
  readonly active: ActiveToken;
  readonly onRevoked: () => void;
}

/** A token that is good, in words. */
export function ActiveTokenCard({ token, active, onRevoked }: ActiveTokenProps) {
  const [isAsked, setAsked] = useState(false);
  const isMachine = active.sub === active.client_id;
  const kind = active.token_use === "refresh_token" ? "Refresh token" : "Access token";
  return (
    <Section
      title={kind}
      actions={
        <Allowed to="write">
          <Button kind="danger" onPress={() => setAsked(true)}>
            Revoke
          </Button>
        </Allowed>
      }
    >
      <div className="card">
        <Facts
          facts={[
            [
              "State",
              <Badge key="state" tone="good">
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
            ["Issued", <Moment key="iat" seconds={active.iat} />],
            ["Expires", active.exp > 0 && <Moment key="exp" seconds={active.exp} />],
            ["Extra", active.ext && <Json key="ext" value={active.ext} />],
          ]}
        />
      </div>
      {isAsked && (
        <RevokeToken
          token={token}
          active={active}
          onRevoked={onRevoked}
          onClose={() => setAsked(false)}
        />
      )}
    </Section>
  );
}

function SubjectLink({ subject }: { readonly subject: string }) {
  return <Link href={`${to("sessions")}?subject=${encodeURIComponent(subject)}`}>{subject}</Link>;
}
