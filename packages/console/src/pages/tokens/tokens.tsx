import type { OAuth2TokenIntrospection } from "@latchkey/api";
import { useState } from "react";
import { Form } from "../../components/forms/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page, Section } from "../../components/page.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { Json } from "../../components/token-response.tsx";
import { type DecodedJwt, decodeJwt } from "../../jwt.ts";
import { useSession } from "../../session/session.ts";
import { ActiveTokenCard } from "./active-token.tsx";
import { missingText } from "../../components/forms/missing.ts";

interface Inspected {
  readonly token: string;
  readonly introspection: OAuth2TokenIntrospection;
  readonly jwt: DecodedJwt | undefined;
}

/** Introspects a token. The token is kept in the state of this page only: not in the address, not in the query cache. */
export function Tokens() {
  const { latchkey } = useSession();
  const [text, setText] = useState("");
  const [inspected, setInspected] = useState<Inspected | undefined>(undefined);
  const inspect = async (token: string): Promise<void> => {
    const introspection = await latchkey.introspectOAuth2Token({ token });
    setInspected({ token, introspection, jwt: decodeJwt(token) });
  };
  return (
    <Page
      title="Tokens"
      lead="Paste an access token, refresh token or ID token to see what it is and whether it is active."
    >
      <Form
        onSubmit={() => inspect(text.trim())}
        submitLabel="Inspect"
        missing={missingText(text, "Enter a token first.")}
      >
        <TextField
          label="Token"
          name="token"
          value={text}
          onChange={setText}
          lines={3}
          hint="Sent only to the introspection endpoint of this server."
          mono
        />
      </Form>
      {inspected !== undefined && (
        <Result {...inspected} onRevoked={() => inspect(inspected.token)} />
      )}
    </Page>
  );
}

interface ResultProps extends Inspected {
  readonly onRevoked: () => Promise<void>;
}

function Result({ token, introspection, jwt, onRevoked }: ResultProps) {
  return (
    <div className="result" aria-live="polite">
      {introspection.active ? (
        <ActiveTokenCard token={token} active={introspection} onRevoked={onRevoked} />
      ) : (
        <Notice tone={jwt === undefined ? "bad" : "brass"}>
          <strong>Not an active access or refresh token.</strong>
          <p>
            {jwt === undefined
              ? "It expired, was revoked, or was not issued by this server. The server does not say which, so that tokens cannot be guessed."
              : "It is a JWT, possibly an ID token: ID tokens prove a sign-in and grant no access. Its content is below; its signature is not verified here."}
          </p>
        </Notice>
      )}
      {jwt !== undefined && (
        <Section title="JWT content" lead="Decoded, not verified.">
          <div className="charts">
            <Json value={jwt.claims} />
            <Json value={jwt.header} />
          </div>
        </Section>
      )}
    </div>
  );
}
