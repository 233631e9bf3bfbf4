import type { Account, AccountFactor } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { RelativeTime } from "../../components/date-time.tsx";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.tsx";
import { Table } from "../../components/tables/table.tsx";
import { timeColumn } from "../../components/tables/columns.tsx";
import { completeList } from "../../queries/lists.ts";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { accountName } from "./account-name.ts";

/** The authenticator app and the passkeys of an account. */
export function AccountFactors({ account }: { readonly account: Account }) {
  const { latchkey } = useSession();
  const { username } = account;
  const query = useQuery({
    queryKey: ["accounts", username, "factors"],
    queryFn: ({ signal }) => latchkey.listAccountFactors({ username }, { signal }),
  });
  const [removing, setRemoving] = useState<AccountFactor | undefined>(undefined);
  const name = accountName(account);
  return (
    <>
      <Table
        label={`Factors of ${name}`}
        list={completeList(query.data, query)}
        keyOf={({ id }) => id}
        empty={{
          title: "Only a password",
          children: <p>{name} can add passkeys and an authenticator app on the account page.</p>,
        }}
        columns={[
          { title: "Factor", cell: nameOf },
          timeColumn("Added", ({ created_at }: AccountFactor) => created_at),
          {
            title: "Last used",
            wideOnly: true,
            cell: ({ last_used_at }) => (
              <span className="quiet">
                {last_used_at === null ? "never" : <RelativeTime time={last_used_at} />}
              </span>
            ),
          },
          {
            title: "Actions",
            titleHidden: true,
            alignEnd: true,
            cell: (factor) => (
              <RequireOperation id="deleteAccountFactor">
                <Button
                  kind="danger"
                  aria-label={`Remove ${nameOf(factor)}`}
                  onPress={() => setRemoving(factor)}
                >
                  Remove
                </Button>
              </RequireOperation>
            ),
          },
        ]}
      />
      {removing !== undefined && (
        <ConfirmDialog
          title={`Remove ${nameOf(removing)}?`}
          submitLabel="Remove"
          onConfirm={() => latchkey.deleteAccountFactor({ username, factor: removing.id })}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {name} can no longer sign in with it
            {removing.kind === "totp" && ", nor with the recovery codes that belong to it"}.
            Sessions and tokens stay. It can be added again on the account page.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function nameOf({ kind, name }: AccountFactor): string {
  if (kind === "totp") return "Authenticator app";
  return name === "" ? "Passkey" : `Passkey “${name}”`;
}
