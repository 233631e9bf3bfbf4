import type { Account, PreviousConsentSession } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { Copyable } from "../../components/copy-button.tsx";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { Monogram } from "../../components/details.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { RequireScope } from "../../session/require-scope.tsx";
import { useSession } from "../../session/session.ts";
import { ConsentTable } from "./consent-table.tsx";

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
    ...(account !== undefined && { initialData: account }),
  });
  const list = usePagedList<PreviousConsentSession>(["consents", subject], (request, options) =>
    latchkey.call("listSubjectConsentSessions", { subject, ...request }, options),
  );
  return (
    <>
      {found && <AccountSummary account={found} />}
      <ConsentTable
        subject={subject}
        list={list}
        emptyText={
          found ? (
            <p>{found.claims.name ?? found.username} has no consent that is still valid.</p>
          ) : (
            <p>
              No account of the built-in pages has{" "}
              {isSearched ? `“${subject}” in its username, name or email address` : "this subject"},
              and no subject <code>{subject}</code> has a consent that is still valid.
            </p>
          )
        }
      />
      {list.items !== undefined && (
        <RequireScope scope="write">
          <SubjectDangerZone subject={subject} />
        </RequireScope>
      )}
    </>
  );
}

function AccountSummary({ account }: { readonly account: Account }) {
  const { username, subject, claims } = account;
  const { name = username } = claims;
  return (
    <p className="named account">
      <Monogram name={name} />
      <span>
        <strong>{name}</strong> signs in as <code>{username}</code>
        <span className="hint">
          <Copyable text={subject} what="subject" />
        </span>
      </span>
    </p>
  );
}

function SubjectDangerZone({ subject }: { readonly subject: string }) {
  const { latchkey } = useSession();
  return (
    <DangerZone>
      <DangerousAction
        title="Sign out everywhere."
        effect="The user has to sign in again in every browser. Tokens stay valid."
        label="Sign out everywhere"
        question="Sign out everywhere?"
        onConfirm={() => latchkey.revokeAuthenticationSession({ subject })}
      >
        <p>
          <code>{subject}</code> has to sign in again in every browser the next time an app
          redirects it here. Apps keep the tokens they have.
        </p>
      </DangerousAction>
      <DangerousAction
        title="Revoke all consents."
        effect="All apps lose their access and have to ask for consent again."
        label="Revoke all"
        question="Revoke all consents?"
        name={subject}
        onConfirm={() => latchkey.revokeConsentSessions({ subject, all: true })}
      >
        <p>
          Every app that acts for <code>{subject}</code> loses its access and refresh tokens now.
        </p>
      </DangerousAction>
    </DangerZone>
  );
}
