import type { Account } from "@latchkey/api";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Monogram } from "../../components/details.tsx";
import { Empty, Page } from "../../components/page.tsx";
import { SearchField } from "../../components/forms/search-field.tsx";
import { type Column, Table } from "../../components/tables/table.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { Link, navigate, to } from "../../router.tsx";
import { isServed } from "../../served.ts";
import { useSession } from "../../session/session.ts";
import { findMeantAccount } from "./find-account.ts";
import { SubjectSessions } from "./subject-sessions.tsx";
import { missingText } from "../../components/forms/missing.ts";

/** Finds a user and shows the consents and sessions of one. */
export function SessionsPage({ query }: { readonly query: URLSearchParams }) {
  const [subject, find] = [query.get("subject") ?? "", query.get("find") ?? ""];
  const hasAccounts = isServed("listAccounts");
  const [typed, setTyped] = useState(subject || find);
  const lookUp = (text: string): void => {
    if (text.trim() !== "") navigate(`${to("sessions")}?find=${encodeURIComponent(text.trim())}`);
  };
  return (
    <Page
      title="Sessions"
      lead="What a user gave consent to, and where they are signed in. The subject is the sub of their tokens."
    >
      <div className="search-row">
        <SearchField
          label={hasAccounts ? "User or subject" : "Subject"}
          placeholder={hasAccounts ? "Username, name, email address or subject" : "Subject"}
          value={typed}
          onChange={setTyped}
          onSubmit={lookUp}
        />
        <Button onPress={() => lookUp(typed)} missing={missingText(typed, "Enter a user first.")}>
          Look up
        </Button>
      </div>
      {subject !== "" && <SubjectSessions key={subject} subject={subject} />}
      {subject === "" &&
        find !== "" &&
        (hasAccounts ? (
          <FoundAccounts key={find} text={find} />
        ) : (
          <SubjectSessions key={find} subject={find} />
        ))}
      {subject === "" && find === "" && (
        <Empty title="Look up a user">
          <p>
            {hasAccounts &&
              "Find accounts of the built-in pages by username, name or email address. "}
            Find users of your own login app by their whole subject: the <code>sub</code> of any
            token, which <Link href={to("tokens")}>Tokens</Link> shows.
          </p>
        </Empty>
      )}
    </Page>
  );
}

const columns: readonly Column<Account>[] = [
  {
    title: "Account",
    cell: ({ username, subject, claims: { name = username } }) => (
      <Link className="named" href={subjectPath(subject)}>
        <Monogram name={name} />
        {name}
      </Link>
    ),
  },
  { title: "Username", cell: ({ username }) => username },
  { title: "Email", wideOnly: true, cell: ({ claims }) => claims.email },
  {
    title: "Subject",
    wideOnly: true,
    cell: ({ subject }) => <code className="clip quiet">{subject}</code>,
  },
];

/** The accounts that match a text. Where none does, it is taken as a subject: login apps choose subjects freely. */
function FoundAccounts({ text }: { readonly text: string }) {
  const { latchkey } = useSession();
  const list = usePagedList<Account>(
    ["accounts"],
    (request, options) => latchkey.call("listAccounts", request, options),
    text,
  );
  const { items: accounts } = list;
  const meant = accounts && findMeantAccount(accounts, text);
  if (meant !== undefined) return <SubjectSessions subject={meant.subject} account={meant} />;
  if (accounts?.length === 0) return <SubjectSessions subject={text} isSearched />;
  return (
    <>
      <Table
        label="Accounts"
        noun="account"
        list={list}
        columns={columns}
        keyOf={({ username }) => username}
        empty={{ title: "No accounts", children: null }}
      />
      {accounts !== undefined && (
        <p className="quiet small">
          Is “{text}” a subject of your own login app?{" "}
          <Link href={subjectPath(text)}>Look it up as a subject</Link>
        </p>
      )}
    </>
  );
}

function subjectPath(subject: string): string {
  return `${to("sessions")}?subject=${encodeURIComponent(subject)}`;
}
