import type { Account } from "@latchkey/api";
import { DangerousAction, DangerZone } from "../../components/danger-zone.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { SubjectDangers } from "../sessions/subject-dangers.tsx";
import { DisableOrEnable } from "../termination/disable.tsx";
import { Preview } from "../termination/end-everything.tsx";
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
      <DisableOrEnable
        what="the account"
        name={name}
        enabled={account.state !== "disabled"}
        effect={`${name} cannot sign in, and all access ends. Nothing of the account is deleted.`}
        effectOfEnabling={`${name} can sign in again. What was ended stays so; role and API keys work again.`}
        onChange={(enabled) =>
          latchkey.updateAccount({ username, body: { state: enabled ? "active" : "disabled" } })
        }
      >
        <p>
          {name} is signed out everywhere, and every app loses its access, on all servers within a
          second. API keys that {name} created are refused, and a role has no effect, until the
          account is enabled again.
        </p>
        <Preview holder={{ subject }} />
      </DisableOrEnable>
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
