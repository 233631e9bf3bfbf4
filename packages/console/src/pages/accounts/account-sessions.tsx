import type { Account, AccountSession } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { RelativeTime } from "../../components/date-time.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { timeColumn } from "../../components/tables/columns.tsx";
import { Table } from "../../components/tables/table.tsx";
import { completeList } from "../../queries/lists.ts";
import { isServed } from "../../served.ts";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { keptTokens } from "../sessions/kept-tokens.ts";
import { EndEverythingDialog } from "../termination/end-everything.tsx";
import { accountName } from "./account-name.ts";
import { deviceName, methodNames } from "./device-name.ts";

/** The browsers in which the user of an account is signed in. */
export function AccountSessions({ account }: { readonly account: Account }) {
  const { latchkey } = useSession();
  const { username } = account;
  const query = useQuery({
    queryKey: ["accounts", username, "sessions"],
    queryFn: ({ signal }) => latchkey.listAccountSessions({ username }, { signal }),
  });
  const [ending, setEnding] = useState<AccountSession | "all" | undefined>(undefined);
  const [endingAll, setEndingAll] = useState<AccountSession | undefined>(undefined);
  const name = accountName(account);
  const sessions = query.data ?? [];
  return (
    <>
      <Table
        label={`Sessions of ${name}`}
        list={completeList(query.data, query)}
        keyOf={({ id }) => id}
        empty={{ title: "Not signed in", children: <p>{name} is signed in in no browser.</p> }}
        columns={[
          { title: "Device", cell: ({ device }) => deviceName(device) },
          {
            title: "Signed in with",
            wideOnly: true,
            cell: ({ amr }) => <span className="quiet">{methodNames(amr) || "unknown"}</span>,
          },
          {
            title: "Signed in",
            wideOnly: true,
            cell: ({ signed_in_at }) => (
              <span className="quiet">
                <RelativeTime time={signed_in_at} />
              </span>
            ),
          },
          timeColumn("Ends", ({ expires_at }: AccountSession) => expires_at),
          {
            title: "Actions",
            titleHidden: true,
            alignEnd: true,
            cell: (session) => (
              <div className="actions">
                <RequireOperation id="deleteAccountSession">
                  <Button
                    kind="danger"
                    aria-label={`End the session of ${deviceName(session.device)}`}
                    onPress={() => setEnding(session)}
                  >
                    End
                  </Button>
                </RequireOperation>
                {isServed("endEverything") && (
                  <RequireOperation id="endEverything">
                    <Button
                      kind="danger"
                      aria-label={`End everything of the session of ${deviceName(session.device)}`}
                      onPress={() => setEndingAll(session)}
                    >
                      End everything
                    </Button>
                  </RequireOperation>
                )}
              </div>
            ),
          },
        ]}
      />
      {sessions.length > 1 && (
        <RequireOperation id="deleteAccountSessions">
          <p>
            <Button kind="danger" onPress={() => setEnding("all")}>
              End all sessions
            </Button>
          </p>
        </RequireOperation>
      )}
      {ending !== undefined && (
        <ConfirmDialog
          title={ending === "all" ? "End all sessions?" : "End this session?"}
          submitLabel={ending === "all" ? "End all" : "End session"}
          onConfirm={() =>
            ending === "all"
              ? latchkey.deleteAccountSessions({ username })
              : latchkey.deleteAccountSession({ username, session: ending.id })
          }
          onClose={() => setEnding(undefined)}
        >
          <p>
            {name} has to sign in again{" "}
            {ending === "all" ? "in every browser" : `in ${deviceName(ending.device)}`}. Apps that
            registered for back-channel logout are notified. {keptTokens}
          </p>
        </ConfirmDialog>
      )}
      {endingAll !== undefined && (
        <EndEverythingDialog
          holder={{ session_id: endingAll.id }}
          title="End everything of this session?"
          onClose={() => setEndingAll(undefined)}
        >
          <p>
            {name} has to sign in again in {deviceName(endingAll.device)}, and every app loses the
            access that it got in this session.
          </p>
        </EndEverythingDialog>
      )}
    </>
  );
}
