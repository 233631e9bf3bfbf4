import type { OAuth2Client } from "@latchkey/api";
import { useState } from "react";
import { useAction } from "../../load.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Field } from "../../parts/field.tsx";
import { Notice, Problem } from "../../parts/notice.tsx";
import { Page } from "../../parts/page.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { linesOf } from "./client-words.ts";
import { type AppKind, appKinds, defaultsOf } from "./kinds.tsx";

/** Creates a client by the kind of app it is. */
export function NewClient() {
  const [created, setCreated] = useState<OAuth2Client | undefined>(undefined);
  const [kind, setKind] = useState<AppKind>("web");
  return (
    <Page
      title="New client"
      lead="Say what kind of app it is; the right settings follow, and all of them can be changed later."
      back={{ href: to("clients"), label: "Clients" }}
    >
      <div className="columns">
        <Form key={kind} kind={kind} onKind={setKind} onCreated={setCreated} />
        <aside className="card aside">
          <h2>What this means</h2>
          <ul className="told">
            {defaultsOf[kind].because.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </aside>
      </div>
      {created?.client_secret !== undefined && (
        <SecretOnce
          title="The client is ready"
          names={{ client_id: created.client_id }}
          secret={created.client_secret}
          file_name={`${created.client_id}.json`}
          onClose={() => navigate(to("clients", created.client_id))}
        />
      )}
    </Page>
  );
}

interface FormProps {
  readonly kind: AppKind;
  readonly onKind: (kind: AppKind) => void;
  readonly onCreated: (client: OAuth2Client) => void;
}

function Form({ kind, onKind, onCreated }: FormProps) {
  const { latchkey } = useSession();
  const defaults = defaultsOf[kind];
  const [draft, setDraft] = useState({
    client_name: "",
    client_id: "",
    redirect_uris: "",
    scope: defaults.client.scope ?? "",
    jwks_uri: "",
  });
  const set = (name: keyof typeof draft) => (text: string) => setDraft({ ...draft, [name]: text });
  const action = useAction(async () => {
    const created = await latchkey.createOAuth2Client({ body: describe(kind, draft) });
    if (hasSecretToShow(kind, created)) onCreated(created);
    else navigate(to("clients", created.client_id));
  });
  return (
    <form
      className="card form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <Choice label="Kind of app" options={appKinds} value={kind} onChange={onKind} />
      <Field
        label="Name"
        value={draft.client_name}
        onChange={set("client_name")}
        hint="People read it when they are asked for their consent."
        placeholder="Photos"
        isRequired
      />
      {defaults.redirects && (
        <Field
          label="Redirect URIs"
          value={draft.redirect_uris}
          onChange={set("redirect_uris")}
          hint="Where people come back to, one a line. They are compared letter for letter."
          placeholder={defaults.placeholder ?? ""}
          lines={2}
          mono
        />
      )}
      {kind === "own_key" && (
        <Field
          label="jwks_uri"
          value={draft.jwks_uri}
          onChange={set("jwks_uri")}
          hint="Where its public keys are."
          placeholder="https://bank.example/jwks.json"
          mono
        />
      )}
      <Field
        label="Scope"
        value={draft.scope}
        onChange={set("scope")}
        hint="What it may ask for, separated by spaces."
        mono
      />
      <Field
        label="Client id"
        value={draft.client_id}
        onChange={set("client_id")}
        hint="Leave it empty to have one made."
        mono
      />
      <Problem error={action.error} />
      <div className="form-actions">
        <Button
          kind="primary"
          type="submit"
          isPending={action.isBusy}
          isDisabled={draft.client_name.trim() === ""}
        >
          Create client
        </Button>
        <LinkButton href={to("clients")}>Cancel</LinkButton>
      </div>
      {kind === "machine" && draft.scope === "" && (
        <Notice tone="brass">Without a scope its tokens say who it is, and nothing more.</Notice>
      )}
    </form>
  );
}

function hasSecretToShow(kind: AppKind, created: OAuth2Client): boolean {
  return (kind === "web" || kind === "machine") && created.client_secret !== undefined;
}

interface Draft {
  readonly client_name: string;
  readonly client_id: string;
  readonly redirect_uris: string;
  readonly scope: string;
  readonly jwks_uri: string;
}

function describe(kind: AppKind, draft: Draft) {
  const redirect_uris = linesOf(draft.redirect_uris);
  return {
    ...defaultsOf[kind].client,
    client_name: draft.client_name.trim(),
    scope: draft.scope.trim(),
    ...(draft.client_id.trim() !== "" && { client_id: draft.client_id.trim() }),
    ...(defaultsOf[kind].redirects && { redirect_uris }),
    ...(kind === "own_key" && { jwks_uri: draft.jwks_uri.trim() }),
  };
}
