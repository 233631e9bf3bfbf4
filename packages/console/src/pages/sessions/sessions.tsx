import type { Account } from "@latchkey/api";
import { useState } from "react";
import { useLoaded } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Monogram } from "../../parts/facts.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { Search } from "../../parts/search.tsx";
import { Link, navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { SubjectSessions } from "./subject-sessions.tsx";

/** What a person agreed to, and the ways to take it back. */
export function Sessions({ query }: { readonly query: URLSearchParams }) {
  const [subject, find] = [query.get("subject") ?? "", query.get("find") ?? ""];
  const [typed, setTyped] = useState(subject || find);
  const look = (wanted: string): void => {
    if (wanted.trim() !== "")
      navigate(`${to("sessions")}?find=${encodeURIComponent(wanted.trim())}`);
  };
  return (
    <Page
      title="Sessions"
      lead="What a person agreed to, and where they are signed in. A subject is what tokens call them: the sub."
    >
      <div className="search-row">
        <Search
          label="Person or subject"
          placeholder="Username, name, email address or subject"
          value={typed}
          onChange={setTyped}
          onSubmit={look}
        />
        <Button onPress={() => look(typed)} isDisabled={typed.trim() === ""}>
          Look up
        </Button>
      </div>
      {subject !== "" && <SubjectSessions key={subject} subject={subject} />}
      {subject === "" && find !== "" && <Found key={find} text={find} />}
      {subject === "" && find === "" && (
        <Empty title="Whose sessions?">
          <p>
            Accounts of the built-in pages are found by username, name or email address. People of
            your own login app are found by their whole subject, as your app names them: the{" "}
            <code>sub</code> of any token, which <Link href={to("tokens")}>Tokens</Link> shows.
          </p>
        </Empty>
      )}
    </Page>
  );
}

const SHOWN = 50;

/** The accounts that a text may mean. Where it means none, it is taken for a subject: login apps call people what they like. */
function Found({ text }: { readonly text: string }) {
  const { latchkey } = useSession();
  const { value: accounts, error } = useLoaded(`accounts ${text}`, () =>
    latchkey.listAccounts({ search: text, limit: SHOWN }),
  );
  if (accounts === undefined) return <Problem error={error} />;
  const exact = accounts.find(({ subject, username }) => subject === text || username === text);
  const meant = exact ?? (accounts.length === 1 ? accounts[0] : undefined);
  if (meant !== undefined) return <SubjectSessions subject={meant.subject} account={meant} />;
  return accounts.length === 0 ? (
    <SubjectSessions subject={text} />
  ) : (
    <Accounts accounts={accounts} text={text} />
  );
}

function Accounts(props: { readonly accounts: readonly Account[]; readonly text: string }) {
  const { accounts, text } = props;
  return (
    <>
      <div className="card table-card">
        <table className="table">
          <caption className="unseen">Accounts that match</caption>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Username</th>
              <th scope="col" className="wide-only">
                Email
              </th>
              <th scope="col" className="wide-only">
                Subject
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map(({ username, subject, claims: { name, email } }) => (
              <tr key={username}>
                <th scope="row">
                  <Link
                    className="named"
                    href={`${to("sessions")}?subject=${encodeURIComponent(subject)}`}
                  >
                    <Monogram name={name ?? username} />
                    {name ?? username}
                  </Link>
                </th>
                <td>{username}</td>
                <td className="wide-only">{email}</td>
                <td className="wide-only">
                  <code className="clip quiet">{subject}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {accounts.length === SHOWN && (
        <p className="quiet small">The first {SHOWN} are shown. Type more of the name.</p>
      )}
      <p className="quiet small">
        Is “{text}” a subject of your own login app?{" "}
        <Link href={`${to("sessions")}?subject=${encodeURIComponent(text)}`}>
          Look it up as a subject
        </Link>
      </p>
    </>
  );
}
