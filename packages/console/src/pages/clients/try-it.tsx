import type { OAuth2Client } from "@latchkey/api";
import { useState } from "react";
import { useAction } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { Section } from "../../parts/page.tsx";
import { TokenAnswer } from "../../parts/token-answer.tsx";
import { useSession } from "../../session/session.ts";
import { askTokens } from "../../token-request.ts";
import { beginTrial, callbackAddress } from "../callback/trial.ts";
import { hasSecret, nameOf, toInput, usesCodes } from "./client-words.ts";

interface TryItProps {
  readonly client: OAuth2Client;
  readonly onChanged: () => void;
}

/** Runs a flow of the client from here, as far as a browser can. */
export function TryIt({ client, onChanged }: TryItProps) {
  const isMachine = client.grant_types.includes("client_credentials");
  if (!usesCodes(client) && !isMachine) return null;
  return (
    <Section title="Try it" lead={`See what ${nameOf(client)} would get.`}>
      <div className="card form">
        {usesCodes(client) ? (
          <TryCodes client={client} onChanged={onChanged} />
        ) : (
          <TryMachine client={client} />
        )}
      </div>
    </Section>
  );
}

function TryCodes({ client, onChanged }: TryItProps) {
  const { latchkey, may } = useSession();
  const [scope, setScope] = useState(client.scope);
  const isReady = client.redirect_uris.includes(callbackAddress());
  const allow = useAction(async () => {
    const redirect_uris = [...client.redirect_uris, callbackAddress()];
    await latchkey.updateOAuth2Client({
      id: client.client_id,
      body: { ...toInput(client), redirect_uris },
    });
    onChanged();
  });
  const start = useAction(async () => {
    const { authorization_endpoint } = await latchkey.discoverOpenIDConfiguration();
    if (authorization_endpoint === undefined)
      throw new Error("The server has no authorization endpoint.");
    window.open(await beginTrial(authorization_endpoint, client, scope), "_blank");
  });
  if (!isReady && !may("write")) {
    return (
      <p>
        A flow that starts here must come back here, to <code>{callbackAddress()}</code>. That is
        none of the client’s redirect URIs, and adding it takes an API key with the scope{" "}
        <code>write</code>.
      </p>
    );
  }
  if (!isReady) {
    return (
      <>
        <p>
          A flow that starts here must come back here. Add <code>{callbackAddress()}</code> to the
          client’s redirect URIs first; take it out again when you are done.
        </p>
        <Problem error={allow.error} />
        <div className="form-actions">
          <Button onPress={() => void allow.run()} isPending={allow.isBusy}>
            Add this console as a redirect URI
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <Field label="Scope to ask for" value={scope} onChange={setScope} mono />
      <Problem error={start.error} />
      <div className="form-actions">
        <Button kind="primary" onPress={() => void start.run()} isPending={start.isBusy}>
          Sign in in a new tab
        </Button>
      </div>
    </>
  );
}

function TryMachine({ client }: { readonly client: OAuth2Client }) {
  const { latchkey } = useSession();
  const [secret, setSecret] = useState("");
  const [answer, setAnswer] = useState<object | undefined>(undefined);
  const ask = useAction(async () => {
    const form = {
      grant_type: "client_credentials",
      ...(client.scope !== "" && { scope: client.scope }),
    };
    setAnswer(await askTokens(latchkey, { ...client, client_secret: secret }, form));
  });
  if (!hasSecret(client)) {
    return (
      <p>It signs its requests with a key that only it has, so a token cannot be asked for here.</p>
    );
  }
  return (
    <>
      <Field
        label="Client secret"
        type="password"
        value={secret}
        onChange={setSecret}
        hint="Sent to the token endpoint, and kept nowhere."
        mono
      />
      <Problem error={ask.error} />
      <div className="form-actions">
        <Button kind="primary" onPress={() => void ask.run()} isPending={ask.isBusy}>
          Ask for a token
        </Button>
      </div>
      {answer !== undefined && <TokenAnswer answer={answer} />}
    </>
  );
}
