import type { OAuth2Client, OAuth2ClientInput } from "@latchkey/api";
import { useState } from "react";
import { LinkButton } from "../../components/button.tsx";
import { RadioChoice } from "../../components/choices.tsx";
import { Form } from "../../components/form.tsx";
import { NewSecretDialog } from "../../components/new-secret-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { LinesField, TextField } from "../../components/text-field.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { appDefaults, type AppType, appTypes } from "./app-types.tsx";
import { hasSecret } from "./client-summary.ts";

/** Creates a client, with defaults for the type of app it is. */
export function NewClient() {
  const [created, setCreated] = useState<OAuth2Client | undefined>(undefined);
  const [type, setType] = useState<AppType>("web");
  return (
    <Page
      title="New client"
      lead="Choose the type of app to start with suitable settings. All of them can be changed later."
      back={{ href: to("clients"), label: "Clients" }}
    >
      <div className="columns">
        <ClientForm key={type} type={type} onType={setType} onCreated={setCreated} />
        <aside className="card aside">
          <h2>What this configures</h2>
          <ul className="bullets">
            {appDefaults[type].explanation.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </aside>
      </div>
      {created?.client_secret !== undefined && (
        <NewSecretDialog
          title="Client created"
          owner={{ client_id: created.client_id }}
          secret={created.client_secret}
          file_name={`${created.client_id}.json`}
          onClose={() => navigate(to("clients", created.client_id))}
        />
      )}
    </Page>
  );
}

interface ClientFormProps {
  readonly type: AppType;
  readonly onType: (type: AppType) => void;
  /** Receives a client whose secret has to be shown. */
  readonly onCreated: (client: OAuth2Client) => void;
}

function ClientForm({ type, onType, onCreated }: ClientFormProps) {
  const { latchkey } = useSession();
  const defaults = appDefaults[type];
  const [draft, setDraft] = useState<OAuth2ClientInput>(defaults.client);
  const change = (part: OAuth2ClientInput): void => setDraft({ ...draft, ...part });
  const { client_name = "", scope = "" } = draft;
  const create = async (): Promise<void> => {
    const created = await latchkey.createOAuth2Client({ body: trimDraft(draft) });
    if (hasSecret(created) && created.client_secret !== undefined) onCreated(created);
    else navigate(to("clients", created.client_id));
  };
  return (
    <Form
      onSubmit={create}
      submitLabel="Create client"
      isDisabled={client_name.trim() === ""}
      actions={<LinkButton href={to("clients")}>Cancel</LinkButton>}
    >
      <RadioChoice label="Type of app" options={appTypes} value={type} onChange={onType} />
      <TextField
        label="Name"
        name="client_name"
        value={client_name}
        onChange={(name) => change({ client_name: name })}
        hint="Shown to users on the sign-in and consent pages."
        placeholder="Photos"
        isRequired
      />
      {defaults.hasRedirectUris && (
        <LinesField
          label="Redirect URIs"
          name="redirect_uris"
          value={draft.redirect_uris}
          onChange={(redirect_uris) => change({ redirect_uris })}
          hint="One per line. The redirect_uri of a request has to match one of them exactly."
          placeholder={defaults.placeholder ?? ""}
        />
      )}
      {type === "private_key" && (
        <TextField
          label="JWKS URI"
          name="jwks_uri"
          value={draft.jwks_uri ?? ""}
          onChange={(jwks_uri) => change({ jwks_uri })}
          hint="The URL of its public keys."
          placeholder="https://bank.example/jwks.json"
          mono
        />
      )}
      <TextField
        label="Scope"
        name="scope"
        value={scope}
        onChange={(words) => change({ scope: words })}
        hint="The scopes it may request, separated by spaces."
        mono
      />
      <TextField
        label="Client ID"
        name="client_id"
        value={draft.client_id ?? ""}
        onChange={(client_id) => change({ client_id })}
        hint="Leave empty to have one generated."
        mono
      />
      {type === "machine" && scope === "" && (
        <Notice tone="brass">Without a scope, its tokens identify it and grant nothing.</Notice>
      )}
    </Form>
  );
}

/** The request body: texts trimmed, and without an empty client_id, for which the server generates one. */
function trimDraft(draft: OAuth2ClientInput): OAuth2ClientInput {
  const { client_id = "", jwks_uri, client_name = "", scope = "", ...rest } = draft;
  return {
    ...rest,
    client_name: client_name.trim(),
    scope: scope.trim(),
    ...(client_id.trim() !== "" && { client_id: client_id.trim() }),
    ...(jwks_uri !== undefined && { jwks_uri: jwks_uri.trim() }),
  };
}
