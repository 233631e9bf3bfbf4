import type { Account } from "@latchkey/api";
import { useState } from "react";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { SingleCheckbox } from "../../components/forms/choices.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { SubjectDangers } from "../sessions/subject-dangers.tsx";
import { accountName } from "./account-name.ts";

/** Ends the sessions of a user, revokes the consents, or deletes the account. */
export function AccountDangerZone({ account }: { readonly account: Account }) {
  const { latchkey } = useSession();
  const { username, subject } = account;
  const name = accountName(account);
  const [revokes, setRevokes] = useState(true);
  const remove = async (): Promise<void> => {
    // The account last: where a step before it fails, the account is still there to try again.
    if (revokes) await latchkey.revokeConsentSessions({ subject, all: true });
    await latchkey.revokeAuthenticationSession({ subject });
    await latchkey.deleteAccount({ username });
    navigate(to("accounts"));
  };
  return (
    <DangerZone>
      <SubjectDangers subject={subject} name={name} confirm={username} />
      <DangerousAction
        title="Delete the account."
        effect={`${name} can no longer sign in, and the username is free again.`}
        label="Delete account"
        question={`Delete the account of ${name}?`}
        name={username}
        onConfirm={remove}
      >
        <p>This takes effect immediately and cannot be undone:</p>
        <ul className="bullets">
          <li>{name} can no longer sign in, not even in a browser that is signed in now;</li>
          <li>the claims of the account are deleted;</li>
          <li>
            a new account with this username is another user to your apps: it has another subject.
          </li>
        </ul>
        <SingleCheckbox
          label="Revoke all consents too"
          hint="Every app loses its access and refresh tokens now. Otherwise they stay valid until they expire."
          isSelected={revokes}
          onChange={setRevokes}
        />
      </DangerousAction>
    </DangerZone>
  );
}
