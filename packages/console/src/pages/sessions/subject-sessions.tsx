import type { Account, PreviousConsentSession } from "@latchkey/api";
import { useState } from "react";
import { usePagedList } from "../../list.ts";
import { useLoaded } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Copyable } from "../../parts/copy.tsx";
import { Monogram } from "../../parts/facts.tsx";
import { ListFoot } from "../../parts/list-foot.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Empty, Section } from "../../parts/page.tsx";
import { Allowed } from "../../session/allowed.tsx";
import { useSession } from "../../session/session.ts";
import { Consents } from "./consents.tsx";

interface SubjectProps {
  readonly subject: string;
  /** Whose subject it is, where that is known already. */
  readonly account?: Account;
}

/** What one subject agreed to. */
export function SubjectSessions({ subject, account }: SubjectProps) {
  const { latchkey } = useSession();
  const { value: found } = useLoaded(`account ${subject}`, async () => {
    if (account !== undefined) return account;
    const accounts = await latchkey.listAccounts({ search: subject });
    return accounts.find((one) => one.subject === subject);
  });
  const list = usePagedList<PreviousConsentSession>((wanted, options) =>
    latchkey.call("listSubjectConsentSessions", { subject, ...wanted }, options),
  );
  const { items } = list;
  return (
    <>
      {found !== undefined && <Person account={found} />}
      <Problem error={list.error} />
      {items?.length === 0 && (
        <Empty title="No consent is stored">
          {found === undefined ? (
            <p>
              No account of the built-in pages has “{subject}” in its username, name or email
              address, and no subject <code>{subject}</code> has a consent that is still valid.
            </p>
          ) : (
            <p>{found.claims.name ?? found.username} has no consent that is still valid.</p>
          )}
        </Empty>
      )}
      {items !== undefined && items.length > 0 && (
        <Consents subject={subject} consents={items} onChanged={list.reload} />
      )}
      <ListFoot list={list} noun="consent" />
      {items !== undefined && (
        <Allowed to="write">
          <End subject={subject} onChanged={list.reload} />
        </Allowed>
      )}
    </>
  );
}

function Person({ account }: { readonly account: Account }) {
  const { username, subject, claims } = account;
  const { name = username } = claims;
  return (
    <p className="named person">
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

interface EndProps {
  readonly subject: string;
  readonly onChanged: () => void;
}

function End({ subject, onChanged }: EndProps) {
  const { latchkey } = useSession();
  const [asked, setAsked] = useState<"sign_out" | "revoke_all" | undefined>(undefined);
  const close = (): void => setAsked(undefined);
  return (
    <Section title="Danger zone">
      <div className="card rows">
        <div>
          <p>
            <strong>Sign out everywhere.</strong> Every browser has to sign in again. Tokens stay
            valid.
          </p>
          <Button kind="danger" onPress={() => setAsked("sign_out")}>
            Sign out everywhere
          </Button>
        </div>
        <div>
          <p>
            <strong>Revoke every consent.</strong> All apps lose their access, and have to ask
            again.
          </p>
          <Button kind="danger" onPress={() => setAsked("revoke_all")}>
            Revoke all
          </Button>
        </div>
      </div>
      {asked === "sign_out" && (
        <Confirm
          title="Sign out everywhere?"
          verb="Sign out everywhere"
          onConfirm={() => latchkey.revokeAuthenticationSession({ subject })}
          onClose={close}
        >
          <p>
            Every browser of <code>{subject}</code> has to sign in again the next time an app sends
            it here. Apps keep the tokens they have.
          </p>
        </Confirm>
      )}
      {asked === "revoke_all" && (
        <Confirm
          title="Revoke every consent?"
          name={subject}
          verb="Revoke all"
          onConfirm={async () => {
            await latchkey.revokeConsentSessions({ subject, all: true });
            onChanged();
          }}
          onClose={close}
        >
          <p>
            Every app that acts for <code>{subject}</code> loses its access and refresh tokens now.
          </p>
        </Confirm>
      )}
    </Section>
  );
}
