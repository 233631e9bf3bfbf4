import type { PreviousConsentSession } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Badge, Monogram } from "../../parts/facts.tsx";
import { Ago, ago } from "../../parts/time.tsx";
import { Link, to } from "../../router.tsx";
import { Allowed } from "../../session/allowed.tsx";
import { useSession } from "../../session/session.ts";
import { nameOf } from "../clients/client-words.ts";

interface ConsentsProps {
  readonly subject: string;
  readonly consents: readonly PreviousConsentSession[];
  readonly onChanged: () => void;
}

/** What a person agreed to, the latest first. */
export function Consents({ subject, consents, onChanged }: ConsentsProps) {
  const { latchkey } = useSession();
  const [revoking, setRevoking] = useState<PreviousConsentSession | undefined>(undefined);
  const client = revoking?.consent_request.client;
  return (
    <div className="card table-card">
      <table className="table">
        <caption className="unseen">Consents of {subject}</caption>
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col">Granted</th>
            <th scope="col" className="wide-only">
              When
            </th>
            <th scope="col" className="wide-only">
              Remembered
            </th>
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {consents.map((consent) => (
            <Row key={consent.consent_request.challenge} consent={consent} onRevoke={setRevoking} />
          ))}
        </tbody>
      </table>
      {client !== undefined && (
        <Confirm
          title={`Revoke the access of ${nameOf(client)}?`}
          verb="Revoke access"
          onConfirm={async () => {
            await latchkey.revokeConsentSessions({ subject, client: client.client_id });
            onChanged();
          }}
          onClose={() => setRevoking(undefined)}
        >
          <p>
            Every consent <code>{subject}</code> gave {nameOf(client)} ends, and its access and
            refresh tokens stop working now. It can ask again.
          </p>
        </Confirm>
      )}
    </div>
  );
}

interface RowProps {
  readonly consent: PreviousConsentSession;
  readonly onRevoke: (consent: PreviousConsentSession) => void;
}

function Row({ consent, onRevoke }: RowProps) {
  const { client } = consent.consent_request;
  return (
    <tr>
      <th scope="row">
        <Link className="named" href={to("clients", client.client_id)}>
          <Monogram name={nameOf(client)} />
          {nameOf(client)}
        </Link>
      </th>
      <td>
        <ul className="words">
          {consent.grant_scope.map((scope) => (
            <li key={scope}>
              <code>{scope}</code>
            </li>
          ))}
        </ul>
      </td>
      <td className="wide-only">
        <Ago time={consent.handled_at ?? ""} />
      </td>
      <td className="wide-only">
        <Badge tone={consent.remember ? "brass" : "quiet"}>{rememberedFor(consent)}</Badge>
      </td>
      <td className="number">
        <Allowed to="write">
          <Button
            kind="danger"
            aria-label={`Revoke the access of ${nameOf(client)}`}
            onPress={() => onRevoke(consent)}
          >
            Revoke
          </Button>
        </Allowed>
      </td>
    </tr>
  );
}

function rememberedFor({ remember, remember_for }: PreviousConsentSession): string {
  if (!remember) return "asked each time";
  return remember_for === 0 ? "for ever" : `for ${ago(remember_for).replace(/^in /, "")}`;
}
