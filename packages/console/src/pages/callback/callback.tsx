import { useState } from "react";
import { LinkButton } from "../../components/button.tsx";
import { ClientSecretField } from "../../components/forms/client-secret-field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { Empty, Page } from "../../components/page.tsx";
import { TokenResponse } from "../../components/token-response.tsx";
import { to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { requestTokens } from "../../token-request.ts";
import { findTestFlow, type TestFlow } from "./test-flow.ts";

/** The redirect URI of flows that start in the console: exchanges the authorization code, or shows the error. */
export function Callback({ query }: { readonly query: URLSearchParams }) {
  const flow = findTestFlow(query.get("state"));
  const code = query.get("code");
  if (query.has("error")) return <AuthorizationError query={query} flow={flow} />;
  if (flow === undefined || code === null) {
    return (
      <Page title="No authorization response">
        <Empty title="No flow that was started in this tab ended here.">
          <p>Open a client and select “Sign in in a new tab” to start one.</p>
          <LinkButton href={to("clients")}>Go to clients</LinkButton>
        </Empty>
      </Page>
    );
  }
  return (
    <Page
      title="Authorization code received"
      lead="The user signed in and gave consent. In the last step the client exchanges the code for tokens."
      back={{ href: to("clients", flow.client_id), label: flow.client_id }}
    >
      <ExchangeCode flow={flow} code={code} />
    </Page>
  );
}

interface AuthorizationErrorProps {
  readonly query: URLSearchParams;
  readonly flow: TestFlow | undefined;
}

function AuthorizationError({ query, flow }: AuthorizationErrorProps) {
  return (
    <Page
      title="The authorization request failed"
      lead="This is the error response that the client receives."
      {...(flow && { back: { href: to("clients", flow.client_id), label: flow.client_id } })}
    >
      <Notice tone="bad">
        <strong>{query.get("error")}</strong>
        <p>{query.get("error_description")}</p>
      </Notice>
      {flow === undefined && <LinkButton href={to("clients")}>Go to clients</LinkButton>}
    </Page>
  );
}

function ExchangeCode({ flow, code }: { readonly flow: TestFlow; readonly code: string }) {
  const { latchkey } = useSession();
  const [secret, setSecret] = useState("");
  const [response, setResponse] = useState<object | undefined>(undefined);
  const { redirect_uri, code_verifier } = flow;
  const needsSecret = flow.token_endpoint_auth_method.startsWith("client_secret");
  const exchange = async (): Promise<void> => {
    const form = { grant_type: "authorization_code", code, redirect_uri, code_verifier };
    setResponse(await requestTokens(latchkey, { ...flow, client_secret: secret }, form));
  };
  if (response !== undefined) {
    return (
      <>
        <Notice tone="good">The code was exchanged. These are the tokens of the client.</Notice>
        <TokenResponse response={response} />
      </>
    );
  }
  return (
    <Form onSubmit={exchange} submitLabel="Exchange the code for tokens">
      {needsSecret && <ClientSecretField value={secret} onChange={setSecret} />}
    </Form>
  );
}
