import type { Account, PreviousConsentSession } from "@latchkey/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Copyable } from "../../components/copy-button.tsx";
import { Monogram } from "../../components/details.tsx";
import { Section } from "../../components/page.tsx";
import { usePagedList } from "../../queries/lists.ts";
import { RequireScope } from "../../session/require-scope.tsx";
import { useSession } from "../../session/session.ts";
import { ConsentTable } from "./consent-table.tsx";

interface SubjectProps {
  readonly subject: string;
  /** The account of the subject, where it is known already. */
  readonly account?: Account;
}

/** The account and consents of one subject. */
export function SubjectSessions({ subject, account }: SubjectProps) {
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
              No account of the built-in pages has “{subject}” in its username, name or email
              address, and no subject <code>{subject}</code> has a consent that is still valid.
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
  const [open, setOpen] = useState<"sign_out" | "revoke_all" | undefined>(undefined);
  const close = (): void => setOpen(undefined);
  return (
    <Section title="Danger zone">
      <div className="card rows">
        <div>
          <p>
            <strong>Sign out everywhere.</strong> The user has to sign in again in every browser.
            Tokens stay valid.
          </p>
          <Button kind="danger" onPress={() => setOpen("sign_out")}>
            Sign out everywhere
          </Button>
        </div>
        <div>
          <p>
            <strong>Revoke all consents.</strong> All apps lose their access and have to ask for
            consent again.
          </p>
          <Button kind="danger" onPress={() => setOpen("revoke_all")}>
            Revoke all
          </Button>
        </div>
      </div>
      {open === "sign_out" && (
        <ConfirmDialog
          title="Sign out everywhere?"
          submitLabel="Sign out everywhere"
          onConfirm={() => latchkey.revokeAuthenticationSession({ subject })}
          onClose={close}
        >
          <p>
            <code>{subject}</code> has to sign in again in every browser the next time an app
            redirects it here. Apps keep the tokens they have.
          </p>
        </ConfirmDialog>
      )}
      {open === "revoke_all" && (
        <ConfirmDialog
          title="Revoke all consents?"
          name={subject}
          submitLabel="Revoke all"
          onConfirm={() => latchkey.revokeConsentSessions({ subject, all: true })}
          onClose={close}
        >
          <p>
            Every app that acts for <code>{subject}</code> loses its access and refresh tokens now.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
