import type { Account, AccountClaims } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Copyable } from "../../components/copy-button.tsx";
import { ExactTime, RecordTime } from "../../components/date-time.tsx";
import { Badge, type DetailRows, Details, Monogram } from "../../components/details.tsx";
import { Page, PageQuery, Section } from "../../components/page.tsx";
import { to } from "../../router.tsx";
import { RequireScope } from "../../session/require-scope.tsx";
import { useSession } from "../../session/session.ts";
import { SubjectConsents } from "../sessions/subject-consents.tsx";
import { AccountDangerZone } from "./account-danger-zone.tsx";
import { accountName } from "./account-name.ts";
import { type ClaimField, claimGroups, claimOf } from "./claim-fields.ts";
import { EditAccount } from "./edit-account.tsx";
import { SetPasswordDialog } from "./set-password-dialog.tsx";
import { UnusedAccountsNotice } from "./unused-accounts-notice.tsx";

/** One account: its claims, its password, and the apps that may act for its user. */
export function AccountPage({ username }: { readonly username: string }) {
  const { latchkey } = useSession();
  const query = useQuery({
    queryKey: ["accounts", username],
    queryFn: ({ signal }) => latchkey.getAccount({ username }, { signal }),
  });
  const { data: account } = query;
  const [open, setOpen] = useState<"edit" | "password" | undefined>(undefined);
  const close = (): void => setOpen(undefined);
  return (
    <Page
      title={account === undefined ? username : accountName(account)}
      icon={account && <Monogram name={accountName(account)} />}
      back={{ href: to("accounts"), label: "Accounts" }}
      actions={
        account &&
        open !== "edit" && (
          <RequireScope scope="write">
            <Button onPress={() => setOpen("password")}>Set password</Button>
            <Button kind="primary" onPress={() => setOpen("edit")}>
              Edit
            </Button>
          </RequireScope>
        )
      }
    >
      <UnusedAccountsNotice />
      <PageQuery query={query}>
        {(found) =>
          open === "edit" ? (
            <EditAccount account={found} onClose={close} />
          ) : (
            <>
              <div className="card">
                <Details rows={detailsOf(found)} />
              </div>
              <Section
                title="Sessions and consents"
                lead={`The apps that may act for ${accountName(found)}, the latest first. To end the sessions of browsers, sign out everywhere below.`}
              >
                <SubjectConsents subject={found.subject} name={accountName(found)} />
              </Section>
              <RequireScope scope="write">
                <AccountDangerZone account={found} />
              </RequireScope>
            </>
          )
        }
      </PageQuery>
      {account !== undefined && open === "password" && (
        <SetPasswordDialog account={account} onClose={close} />
      )}
    </Page>
  );
}

function detailsOf({ username, subject, claims, created_at }: Account): DetailRows {
  const fields = claimGroups.flatMap((group) => group.fields);
  return [
    ["Username", username],
    ["Subject", <Copyable key="subject" text={subject} what="subject" />],
    ...fields.map((field) => [field.label, describeClaim(claims, field)] as const),
    ["Created", <RecordTime key="created" time={created_at} />],
    [
      "Claims changed",
      claims.updated_at !== undefined && <ExactTime key="changed" seconds={claims.updated_at} />,
    ],
  ];
}

/** A claim that says whether another is verified is a badge beside that. */
function describeClaim(claims: AccountClaims, field: ClaimField): ReactNode {
  const value = claimOf(claims, field);
  const isVerified =
    (field.name === "email" && claims.email_verified === true) ||
    (field.name === "phone_number" && claims.phone_number_verified === true);
  if (typeof value !== "string" || !isVerified) return typeof value === "string" && value;
  return (
    <>
      {value} <Badge tone="good">verified</Badge>
    </>
  );
}
