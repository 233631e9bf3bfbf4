import { useState } from "react";
import { useLoaded } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Empty, Page, Section } from "../../parts/page.tsx";
import { Search } from "../../parts/search.tsx";
import { Link, navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { Consents } from "./consents.tsx";

/** What a person agreed to, and the ways to take it back. */
export function Sessions({ subject }: { readonly subject: string }) {
  const [typed, setTyped] = useState(subject);
  const look = (wanted: string): void => {
    navigate(`${to("sessions")}?subject=${encodeURIComponent(wanted.trim())}`);
  };
  return (
    <Page
      title="Sessions"
      lead="What a person agreed to, and where they are signed in. A subject is what tokens call them: the sub."
    >
      <div className="search-row">
        <Search
          label="Subject"
          placeholder="Subject, as tokens name it"
          value={typed}
          onChange={setTyped}
          onSubmit={look}
        />
        <Button onPress={() => look(typed)} isDisabled={typed.trim() === ""}>
          Look up
        </Button>
      </div>
      {subject === "" ? (
        <Empty title="Whose sessions?">
          <p>
            Type a subject above. You find it in the <code>sub</code> of any token: paste one under{" "}
            <Link href={to("tokens")}>Tokens</Link>.
          </p>
        </Empty>
      ) : (
        <OfSubject key={subject} subject={subject} />
      )}
    </Page>
  );
}

function OfSubject({ subject }: { readonly subject: string }) {
  const { latchkey } = useSession();
  const loaded = useLoaded(`consents ${subject}`, () =>
    latchkey.listSubjectConsentSessions({ subject, limit: 500 }),
  );
  const [asked, setAsked] = useState<"sign_out" | "revoke_all" | undefined>(undefined);
  const close = (): void => setAsked(undefined);
  return (
    <>
      <Problem error={loaded.error} />
      {loaded.value?.length === 0 && (
        <Empty title="No consent is remembered">
          <p>
            <code>{subject}</code> has agreed to nothing that is still good, or is nobody this
            server knows.
          </p>
        </Empty>
      )}
      {loaded.value !== undefined && loaded.value.length > 0 && (
        <Consents subject={subject} consents={loaded.value} onChanged={loaded.reload} />
      )}
      {loaded.value !== undefined && (
        <Section title="For this person">
          <div className="card rows">
            <div>
              <p>
                <strong>Sign out everywhere.</strong> Every browser has to sign in again. Tokens
                live on.
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
        </Section>
      )}
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
            loaded.reload();
          }}
          onClose={close}
        >
          <p>
            Every app that acts for <code>{subject}</code> loses its access and refresh tokens now.
          </p>
        </Confirm>
      )}
    </>
  );
}
