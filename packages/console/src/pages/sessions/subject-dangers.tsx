import { DangerousAction } from "../../components/danger-zone.tsx";
import { useSession } from "../../session/session.ts";
import { EndEverything } from "../termination/end-everything.tsx";
import { keptTokens } from "./kept-tokens.ts";

interface SubjectDangersProps {
  readonly subject: string;
  /** The name of the user, where it is known. */
  readonly name?: string;
  /** What has to be typed before all consents are revoked: the subject, or a name for it. */
  readonly confirm?: string;
}

/** Rows of the danger zone that end what a user has: login sessions, and consents. */
export function SubjectDangers({ subject, name, confirm = subject }: SubjectDangersProps) {
  const { latchkey } = useSession();
  const user = name ?? <code>{subject}</code>;
  return (
    <>
      <DangerousAction
        title="Sign out everywhere."
        effect="The user has to sign in again in every browser. Tokens stay valid, unless they end at logout."
        label="Sign out everywhere"
        question="Sign out everywhere?"
        onConfirm={() => latchkey.revokeAuthenticationSession({ subject })}
      >
        <p>
          {user} has to sign in again in every browser the next time an app redirects there.{" "}
          {keptTokens}
        </p>
      </DangerousAction>
      <DangerousAction
        title="Revoke all consents."
        effect="All apps lose their access and have to ask for consent again."
        label="Revoke all"
        question="Revoke all consents?"
        name={confirm}
        onConfirm={() => latchkey.revokeConsentSessions({ subject, all: true })}
      >
        <p>Every app that acts for {user} loses its access and refresh tokens now.</p>
      </DangerousAction>
      <EndEverything
        holder={{ subject }}
        name={confirm}
        effect="The user is signed out everywhere, and every app loses its access."
      />
    </>
  );
}
