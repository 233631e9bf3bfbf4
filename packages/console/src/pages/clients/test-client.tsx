import type { OAuth2Client } from "@latchkey/api";
import { useState } from "react";
import { ClientSecretField } from "../../components/forms/client-secret-field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { Section } from "../../components/page.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { TokenResponse } from "../../components/token-response.tsx";
import { useSession } from "../../session/session.ts";
import { requestTokens } from "../../token-request.ts";
import { callbackUri, startTestFlow } from "../callback/test-flow.ts";
import { displayName, hasSecret, toClientInput, usesAuthorizationCode } from "./client-summary.ts";

interface ClientProps {
  readonly client: OAuth2Client;
}

/** Runs a flow of the client from the console. */
export function TestClient({ client }: ClientProps) {
  const isMachine = client.grant_types.includes("client_credentials");
  if (!usesAuthorizationCode(client) && !isMachine) return null;
  return (
    <Section
      title="Try it"
      lead={`Run a flow as ${displayName(client)} and see the tokens it gets.`}
    >
      {usesAuthorizationCode(client) ? (
        <TestAuthorizationCode client={client} />
      ) : (
        <TestClientCredentials client={client} />
      )}
    </Section>
  );
}

function TestAuthorizationCode({ client }: ClientProps) {
  const { latchkey, may } = useSession();
  const [scope, setScope] = useState(client.scope);
  const isRegistered = client.redirect_uris.includes(callbackUri());
  if (!isRegistered && !may("updateOAuth2Client")) {
    return (
      <p className="card">
        A flow that starts here has to return here, to <code>{callbackUri()}</code>. That is not a
        redirect URI of the client, and you may not add it.
      </p>
    );
  }
  if (!isRegistered) {
    const addRedirectUri = (): Promise<unknown> =>
      latchkey.updateOAuth2Client({
        id: client.client_id,
        body: {
          ...toClientInput(client),
          redirect_uris: [...client.redirect_uris, callbackUri()],
        },
      });
    return (
      <Form
        onSubmit={addRedirectUri}
        submitLabel="Add this console as a redirect URI"
        submitKind="plain"
      >
        <p>
          A flow that starts here has to return here. Add <code>{callbackUri()}</code> to the
          client’s redirect URIs first; remove it again when you are done.
        </p>
      </Form>
    );
  }
  const start = async (): Promise<void> => {
    const { authorization_endpoint } = await latchkey.discoverOpenIDConfiguration();
    if (authorization_endpoint === undefined) {
      throw new Error("The server has no authorization endpoint.");
    }
    window.open(await startTestFlow(authorization_endpoint, client, scope), "_blank");
  };
  return (
    <Form onSubmit={start} submitLabel="Sign in in a new tab">
      <TextField label="Requested scope" name="scope" value={scope} onChange={setScope} mono />
    </Form>
  );
}

function TestClientCredentials({ client }: ClientProps) {
  const { latchkey } = useSession();
  const [secret, setSecret] = useState("");
  const [response, setResponse] = useState<object | undefined>(undefined);
  if (!hasSecret(client)) {
    return (
      <p className="card">
        The client authenticates with a private key that only it has, so a token cannot be requested
        from here.
      </p>
    );
  }
  const request = async (): Promise<void> => {
    const { scope } = client;
    const form = { grant_type: "client_credentials", ...(scope !== "" && { scope }) };
    setResponse(await requestTokens(latchkey, { ...client, client_secret: secret }, form));
  };
  return (
    <>
      <Form onSubmit={request} submitLabel="Request a token">
        <ClientSecretField value={secret} onChange={setSecret} />
      </Form>
      {response !== undefined && <TokenResponse response={response} />}
    </>
  );
}
