import type { Account } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { Copyable } from "../../components/copy-button.tsx";
import { DangerZone } from "../../components/danger-zone.tsx";
import { Monogram } from "../../components/details.tsx";
import { Section } from "../../components/page.tsx";
import { Link, to } from "../../router.tsx";
import { isServed } from "../../served.ts";
import { RequireOperation } from "../../session/require-operation.tsx";
import { useSession } from "../../session/session.ts";
import { accountName } from "../accounts/account-name.ts";
import { AccountSessions } from "../accounts/account-sessions.tsx";
import { SubjectConsents } from "./subject-consents.tsx";
import { SubjectDangers } from "./subject-dangers.tsx";

interface SubjectProps {
  readonly subject: string;
  /** The account of the subject, where it is known already. */
  readonly account?: Account;
  /** Whether the text was searched for in vain, before it was taken as a subject. */
  readonly isSearched?: boolean;
}

/** The account and consents of one subject. */
export function SubjectSessions({ subject, account, isSearched = false }: SubjectProps) {
  const { latchkey } = useSession();
  const { data: found } = useQuery({
    queryKey: ["accounts", "by-subject", subject],
    queryFn: async ({ signal }) => {
      const accounts = await latchkey.listAccounts({ search: subject }, { signal });
      return accounts.find((candidate) => candidate.subject === subject) ?? null;
    },
    enabled: isServed("listAccounts"),
    ...(account !== undefined && { initialData: account }),
  });
  const named = found ? { name: accountName(found) } : {};
  return (
    <>
      {found && (
        <>
          <AccountSummary account={found} />
          <Section title="Sessions">
            <AccountSessions account={found} />
          </Section>
        </>
      )}
      <Section title="Consents">
        <SubjectConsents
          subject={subject}
          {...named}
          emptyText={
            found ? undefined : (
              <p>
                {isServed("listAccounts") && (
                  <>
                    No account of the built-in pages has{" "}
                    {isSearched
                      ? `“${subject}” in its username, name or email address`
                      : "this subject"}
                    , and{" "}
                  </>
                )}
                {isServed("listAccounts") ? "no" : "No"} subject <code>{subject}</code> has a
                consent that is still valid.
              </p>
            )
          }
        />
      </Section>
      <RequireOperation id="revokeAuthenticationSession">
        <DangerZone>
          <SubjectDangers subject={subject} {...named} />
        </DangerZone>
      </RequireOperation>
    </>
  );
}

function AccountSummary({ account }: { readonly account: Account }) {
  const { username, subject } = account;
  return (
    <p className="named account">
      <Monogram name={accountName(account)} />
      <span>
        <Link href={to("accounts", username)}>{accountName(account)}</Link> signs in as{" "}
        <code>{username}</code>
        <span className="hint">
          <Copyable text={subject} what="subject" />
        </span>
      </span>
    </p>
  );
}
