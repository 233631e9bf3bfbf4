import type { OAuth2TokenIntrospection } from "@latchkey/api";
import { useState } from "react";
import { decodeJwt, type DecodedJwt } from "../../jwt.ts";
import { useAction } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Notice, Problem } from "../../parts/notice.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { Json } from "../../parts/token-answer.tsx";
import { useSession } from "../../session/session.ts";
import { ActiveTokenCard } from "./active-token.tsx";

interface Shown {
  readonly token: string;
  readonly introspection: OAuth2TokenIntrospection;
  readonly jwt: DecodedJwt | undefined;
}

/** Tells what a token is. The token stays on this page and is in no address. */
export function Tokens() {
  const { latchkey } = useSession();
  const [text, setText] = useState("");
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  const look = useAction(async (token: string) => {
    const introspection = await latchkey.introspectOAuth2Token({ token });
    setShown({ token, introspection, jwt: decodeJwt(token) });
  });
  return (
    <Page
      title="Tokens"
      lead="Paste a token and see what it is. Access tokens, refresh tokens and ID tokens are recognised."
    >
      <form
        className="card form"
        onSubmit={(event) => {
          event.preventDefault();
          void look.run(text.trim());
        }}
      >
        <Field
          label="Token"
          value={text}
          onChange={setText}
          lines={3}
          hint="It is sent to this server’s introspection endpoint, and nowhere else."
          mono
        />
        <Problem error={look.error} />
        <div className="form-actions">
          <Button
            kind="primary"
            type="submit"
            isPending={look.isBusy}
            isDisabled={text.trim() === ""}
          >
            Inspect
          </Button>
        </div>
      </form>
      {shown !== undefined && <Outcome {...shown} onRevoked={() => void look.run(shown.token)} />}
    </Page>
  );
}

function Outcome({
  token,
  introspection,
  jwt,
  onRevoked,
}: Shown & { readonly onRevoked: () => void }) {
  return (
    <div className="outcome" aria-live="polite">
      {introspection.active ? (
        <ActiveTokenCard token={token} active={introspection} onRevoked={onRevoked} />
      ) : (
        <Notice tone={jwt === undefined ? "bad" : "brass"}>
          <strong>Not an active access or refresh token.</strong>
          <p>
            {jwt === undefined
              ? "It expired, was revoked, or was never issued here. The server does not tell which, so that nobody can guess."
              : "It is a JWT, perhaps an ID token: those are proof of a sign-in and open nothing. What it says is below; whether its signature is good is not checked here."}
          </p>
        </Notice>
      )}
      {jwt !== undefined && (
        <Section title="What the JWT says" lead="Decoded, not verified.">
          <div className="charts">
            <Json value={jwt.claims} />
            <Json value={jwt.header} />
          </div>
        </Section>
      )}
    </div>
  );
}
