import type { Account } from "@latchkey/api";
import { LinkButton } from "../../components/button.tsx";
import { Badge, Monogram } from "../../components/details.tsx";
import { Page } from "../../components/page.tsx";
import { copyableColumn, timeColumn } from "../../components/tables/columns.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { useSearchedList } from "../../queries/use-searched-list.ts";
import { Link, to } from "../../router.tsx";
import { isServed } from "../../served.ts";
import { CreateLink } from "../../session/create-link.tsx";
import { useSession } from "../../session/session.ts";
import { accountName } from "./account-name.ts";
import { StateBadge } from "./state-badge.tsx";
import { UnusedAccountsNotice } from "./unused-accounts-notice.tsx";

const columns: readonly Column<Account>[] = [
  {
    title: "Account",
    cell: (account) => (
      <Link className="named" href={to("accounts", account.username)}>
        <Monogram name={accountName(account)} />
        <span>
          {accountName(account)} <StateBadge state={account.state} />
          <span className="hint narrow-only">{account.username}</span>
        </span>
      </Link>
    ),
  },
  { title: "Username", wideOnly: true, cell: ({ username }) => username },
  {
    title: "Email address",
    cell: ({ claims: { email, email_verified = false } }) =>
      email !== undefined && (
        <>
          {email} {email_verified && <Badge tone="good">verified</Badge>}
        </>
      ),
  },
  copyableColumn(
    "Subject",
    ({ subject }) => subject,
    (account) => `subject of ${accountName(account)}`,
  ),
  timeColumn("Created", ({ created_at }) => created_at),
];

/** The accounts of the built-in pages. */
export function AccountList() {
  const { latchkey } = useSession();
  const searched = useSearchedList<Account>(
    ["accounts"],
    (request, options) => latchkey.call("listAccounts", request, options),
    "username, name, email address or subject",
  );
  return (
    <Page
      title="Accounts"
      lead="The users of the built-in sign-in pages."
      actions={
        <>
          {isServed("listInvitations") && (
            <LinkButton href={to("invitations")}>Invitations</LinkButton>
          )}
          <CreateLink id="createAccount" href={to("new-account")}>
            New account
          </CreateLink>
        </>
      }
    >
      <UnusedAccountsNotice />
      <Table
        label="Accounts"
        noun="account"
        {...searched}
        columns={columns}
        keyOf={({ username }) => username}
        empty={{ title: "No accounts yet", children: <CreateFirstAccount /> }}
      />
    </Page>
  );
}

function CreateFirstAccount() {
  const { login_url } = useSession();
  if (login_url !== undefined) return <p>Your own login page knows its users.</p>;
  return (
    <>
      <p>
        No one can sign in yet. Create the first account, then sign in with it on the page of one of
        your clients.
      </p>
      <CreateLink id="createAccount" href={to("new-account")}>
        Create an account
      </CreateLink>
    </>
  );
}
