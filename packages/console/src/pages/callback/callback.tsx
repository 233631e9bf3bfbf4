import { useState } from "react";
import { useAction } from "../../load.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Notice, Problem } from "../../parts/notice.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { TokenAnswer } from "../../parts/token-answer.tsx";
import { to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { askTokens } from "../../token-request.ts";
import { findTrial, type Trial } from "./trial.ts";

/** Where a flow that was started here comes back to, and what came of it. */
export function Callback({ query }: { readonly query: URLSearchParams }) {
  const trial = findTrial(query.get("state"));
  const code = query.get("code");
  if (query.has("error")) return <Refused query={query} trial={trial} />;
  if (trial === undefined || code === null) {
    return (
      <Page title="Nothing to show">
        <Empty title="No flow that was started in this tab ended here.">
          <p>Open a client and press “Sign in in a new tab” to start one.</p>
          <LinkButton href={to("clients")}>Go to clients</LinkButton>
        </Empty>
      </Page>
    );
  }
  return (
    <Page
      title="The code came back"
      lead="The person signed in and agreed. The last step is the client’s: it exchanges the code for tokens."
      back={{ href: to("clients", trial.client_id), label: trial.client_id }}
    >
      <Redeem trial={trial} code={code} />
    </Page>
  );
}

function Refused({
  query,
  trial,
}: {
  readonly query: URLSearchParams;
  readonly trial: Trial | undefined;
}) {
  return (
    <Page
      title="The request was refused"
      lead="This is what the client would be told."
      {...(trial && { back: { href: to("clients", trial.client_id), label: trial.client_id } })}
    >
      <Notice tone="bad">
        <strong>{query.get("error")}</strong>
        <p>{query.get("error_description")}</p>
      </Notice>
    </Page>
  );
}

function Redeem({ trial, code }: { readonly trial: Trial; readonly code: string }) {
  const { latchkey } = useSession();
  const [secret, setSecret] = useState("");
  const [answer, setAnswer] = useState<object | undefined>(undefined);
  const { redirect_uri, code_verifier } = trial;
  const needs_secret = trial.token_endpoint_auth_method.startsWith("client_secret");
  const redeem = useAction(async () => {
    const form = { grant_type: "authorization_code", code, redirect_uri, code_verifier };
    setAnswer(await askTokens(latchkey, { ...trial, client_secret: secret }, form));
  });
  if (answer !== undefined) {
    return (
      <>
        <Notice tone="good">The code was good. These are the tokens the client gets.</Notice>
        <TokenAnswer answer={answer} />
      </>
    );
  }
  return (
    <form
      className="card form"
      onSubmit={(event) => {
        event.preventDefault();
        void redeem.run();
      }}
    >
      {needs_secret && (
        <Field
          label="Client secret"
          type="password"
          value={secret}
          onChange={setSecret}
          hint="Sent to the token endpoint, and kept nowhere."
          mono
        />
      )}
      <Problem error={redeem.error} />
      <div className="form-actions">
        <Button kind="primary" type="submit" isPending={redeem.isBusy}>
          Exchange the code for tokens
        </Button>
      </div>
    </form>
  );
}
