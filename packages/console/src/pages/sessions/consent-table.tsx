import type { PreviousConsentSession } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { RelativeTime } from "../../components/date-time.tsx";
import { Badge, Monogram } from "../../components/details.tsx";
import { formatRelative } from "../../components/format-time.ts";
import { ScopeList } from "../../components/scope-list.tsx";
import { Table } from "../../components/tables/table.tsx";
import type { PagedList } from "../../queries/lists.ts";
import { Link, to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { displayName } from "../clients/client-summary.ts";

interface ConsentTableProps {
  readonly subject: string;
  /** The name of the user, where it is known. */
  readonly name: string | undefined;
  readonly list: PagedList<PreviousConsentSession>;
  /** Says why there are none. */
  readonly emptyText: React.ReactNode;
}

/** The consents of a subject, the latest first. */
export function ConsentTable({ subject, name, list, emptyText }: ConsentTableProps) {
  const { latchkey } = useSession();
  const [revoking, setRevoking] = useState<PreviousConsentSession | undefined>(undefined);
  const client = revoking?.consent_request.client;
  return (
    <>
      <Table
        label={`Consents of ${name ?? subject}`}
        noun="consent"
        list={list}
        keyOf={({ consent_request }) => consent_request.challenge}
        empty={{ title: "No consents", children: emptyText }}
        columns={[
          {
            title: "Client",
            cell: ({ consent_request }) => (
              <Link className="named" href={to("clients", consent_request.client.client_id)}>
                <Monogram name={displayName(consent_request.client)} />
                {displayName(consent_request.client)}
              </Link>
            ),
          },
          {
            title: "Granted scope",
            cell: ({ grant_scope, grant_access_token_audience, consent_request }) => (
              <ScopeList
                scopes={grant_scope}
                audience={[...grant_access_token_audience, ...consent_request.client.audience]}
              />
            ),
          },
          {
            title: "Granted",
            wideOnly: true,
            cell: ({ handled_at }) => <RelativeTime time={handled_at ?? ""} />,
          },
          {
            title: "Remembered",
            wideOnly: true,
            cell: (consent) => (
              <Badge tone={consent.remember ? "brass" : "quiet"}>{rememberedFor(consent)}</Badge>
            ),
          },
          {
            title: "Actions",
            titleHidden: true,
            alignEnd: true,
            cell: (consent) => (
              <RequireOperation id="revokeConsentSessions">
                <Button
                  kind="danger"
                  aria-label={`Revoke the access of ${displayName(consent.consent_request.client)}`}
                  onPress={() => setRevoking(consent)}
                >
                  Revoke
                </Button>
              </RequireOperation>
            ),
          },
        ]}
      />
      {client !== undefined && (
        <ConfirmDialog
          title={`Revoke the access of ${displayName(client)}?`}
          submitLabel="Revoke access"
          onConfirm={() => latchkey.revokeConsentSessions({ subject, client: client.client_id })}
          onClose={() => setRevoking(undefined)}
        >
          <p>
            Every consent that {name ?? <code>{subject}</code>} gave {displayName(client)} is
            deleted, and its access and refresh tokens stop working now. It can ask for consent
            again.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function rememberedFor({ remember, remember_for }: PreviousConsentSession): string {
  if (!remember) return "no";
  return remember_for === 0 ? "forever" : `for ${formatRelative(remember_for).replace(/^in /, "")}`;
}
