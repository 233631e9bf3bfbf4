import type { Account } from "@latchkey/api";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { SubjectDangers } from "../sessions/subject-dangers.tsx";
import { ErasurePreview } from "./erasure-preview.tsx";
import { accountName } from "./account-name.ts";

/** Ends the sessions of a user, revokes the consents, or deletes the account. */
export function AccountDangerZone({ account }: { readonly account: Account }) {
  const { latchkey } = useSession();
  const { username, subject } = account;
  const name = accountName(account);
  const remove = async (): Promise<void> => {
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
          <li>every app loses its access: sessions, consents and tokens end;</li>
          <li>
            memberships of workspaces and installations for {name} alone end, and everything that is
            stored about {name} is deleted;
          </li>
          <li>
            a new account with this username is another user to your apps: it has another subject.
          </li>
        </ul>
        <ErasurePreview account={account} />
      </DangerousAction>
    </DangerZone>
  );
}
