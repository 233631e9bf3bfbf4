import type { Account, AccountClaims } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Copyable } from "../../components/copy-button.tsx";
import { ExactTime, RecordTime } from "../../components/date-time.tsx";
import { Badge, type DetailRows, Details, Monogram } from "../../components/details.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { Page, PageQuery, Section } from "../../components/page.tsx";
import { download } from "../../components/download.ts";
import { to } from "../../router.tsx";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { History } from "../audit/history.tsx";
import { SubjectConsents } from "../sessions/subject-consents.tsx";
import { Counts } from "../termination/end-everything.tsx";
import { AccountDangerZone } from "./account-danger-zone.tsx";
import { AccountEvents } from "./account-events.tsx";
import { AccountFactors } from "./account-factors.tsx";
import { AccountSessions } from "./account-sessions.tsx";
import { accountName } from "./account-name.ts";
import { type ClaimField, claimGroups, claimOf } from "./claim-fields.ts";
import { EditAccount } from "./edit-account.tsx";
import { SetPasswordDialog } from "./set-password-dialog.tsx";
import { stateLabels } from "./state-badge.tsx";
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
  const [failure, setFailure] = useState<unknown>(undefined);
  const save = async (): Promise<void> => {
    try {
      const exported = await latchkey.exportAccount({ username });
      setFailure(undefined);
      download(`account-${username}.json`, JSON.stringify(exported, undefined, 2));
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Page
      title={account === undefined ? username : accountName(account)}
      icon={account && <Monogram name={accountName(account)} />}
      back={{ href: to("accounts"), label: "Accounts" }}
      actions={
        account &&
        open !== "edit" && (
          <>
            <Button onPress={() => void save()}>Export</Button>
            <RequireOperation id="updateAccount">
              <Button onPress={() => setOpen("password")}>Set password</Button>
              <Button kind="primary" onPress={() => setOpen("edit")}>
                Edit
              </Button>
            </RequireOperation>
          </>
        )
      }
    >
      <UnusedAccountsNotice />
      <ErrorNotice error={failure} />
      <PageQuery query={query}>
        {(found) =>
          open === "edit" ? (
            <EditAccount account={found} onClose={close} />
          ) : (
            <>
              {found.state === "disabled" && <DisabledAccount account={found} />}
              <div className="card">
                <Details rows={detailsOf(found)} />
              </div>
              <Section
                title="Factors"
                lead={`What ${accountName(found)} signs in with beside the password.`}
              >
                <AccountFactors account={found} />
              </Section>
              <Section
                title="Sessions"
                lead={`The browsers in which ${accountName(found)} is signed in, the latest first.`}
              >
                <AccountSessions account={found} />
              </Section>
              <Section
                title="Consents"
                lead={`The apps that may act for ${accountName(found)}, the latest first.`}
              >
                <SubjectConsents subject={found.subject} name={accountName(found)} />
              </Section>
              <Section
                title="What happened"
                lead={`${accountName(found)} sees the same on the account page.`}
              >
                <AccountEvents account={found} />
              </Section>
              <History object_type="account" object_id={found.subject} of="this account" />
              <RequireOperation id="deleteAccount">
                <AccountDangerZone account={found} />
              </RequireOperation>
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

/** What was ended with it. */
function DisabledAccount({ account }: { readonly account: Account }) {
  const { ended_access } = account;
  return (
    <Notice tone="bad">
      <p>
        <strong>This account is disabled.</strong> {accountName(account)} cannot sign in and has no
        access.
      </p>
      {ended_access !== undefined && (
        <Counts
          counted={ended_access}
          lead="What was ended with it"
          none="Nothing was stored that had to be ended."
        />
      )}
    </Notice>
  );
}

function detailsOf(account: Account): DetailRows {
  const { username, subject, state, claims, groups, attributes, created_at } = account;
  const fields = claimGroups.flatMap((group) => group.fields);
  return [
    ["Username", username],
    ["Subject", <Copyable key="subject" text={subject} what="subject" />],
    ["State", stateLabels[state]],
    ["Groups", groups.length > 0 && groups.join(", ")],
    ...fields.map((field) => [field.label, describeClaim(claims, field)] as const),
    ...Object.entries(attributes).map(
      ([name, value]) => [name, <code key={name}>{JSON.stringify(value)}</code>] as const,
    ),
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
