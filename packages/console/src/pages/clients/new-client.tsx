import type { OAuth2Client, OAuth2ClientInput } from "@latchkey/api";
import { useState } from "react";
import { LinkButton } from "../../components/button.tsx";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { bodyOf } from "../../components/forms/draft.ts";
import { Form } from "../../components/forms/form.tsx";
import { NewSecretDialog } from "../../components/dialogs/new-secret-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { appDefaults, type AppType } from "./app-defaults.ts";
import { appTypes } from "./app-types.tsx";
import { withDefaults } from "./app-type-draft.ts";
import { ClientFieldInput } from "./client-fields.tsx";
import { formField } from "./client-form.ts";
import { hasSecret } from "./client-summary.ts";
import { missingText } from "../../components/forms/missing.ts";

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
        <ClientForm type={type} onType={setType} onCreated={setCreated} />
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
  const form = { draft, onChange: setDraft };
  const { client_name = "", scope = "" } = draft;
  const choose = (chosen: AppType): void => {
    setDraft(withDefaults(draft, defaults.client, appDefaults[chosen].client));
    onType(chosen);
  };
  const create = async (): Promise<void> => {
    const created = await latchkey.createOAuth2Client({ body: bodyFor(type, draft) });
    if (hasSecret(created) && created.client_secret !== undefined) onCreated(created);
    else navigate(to("clients", created.client_id));
  };
  return (
    <Form
      onSubmit={create}
      submitLabel="Create client"
      missing={missingText(client_name, "Enter a name first.")}
      isRecord
      actions={<LinkButton href={to("clients")}>Cancel</LinkButton>}
    >
      <RadioChoice label="Type of app" options={appTypes} value={type} onChange={choose} />
      <ClientFieldInput
        {...form}
        formed={formField("client_name")}
        placeholder="Photos"
        isRequired
      />
      {defaults.hasRedirectUris && (
        <ClientFieldInput
          {...form}
          formed={formField("redirect_uris")}
          placeholder={defaults.placeholder ?? ""}
        />
      )}
      {hasKeys(type) && (
        <ClientFieldInput
          {...form}
          formed={formField("jwks_uri")}
          placeholder="https://bank.example/jwks.json"
        />
      )}
      <ClientFieldInput {...form} formed={formField("scope")} />
      <TextField
        label="Client ID"
        name="client_id"
        value={draft.client_id ?? ""}
        onChange={(client_id) => setDraft({ ...draft, client_id })}
        hint="Leave empty to have one generated."
        mono
      />
      {type === "machine" && scope === "" && (
        <Notice tone="brass">Without a scope, its tokens identify it and grant nothing.</Notice>
      )}
    </Form>
  );
}

function hasKeys(type: AppType): boolean {
  return appDefaults[type].client.token_endpoint_auth_method === "private_key_jwt";
}

/** The body of the request: without what was entered for another type of app, and with the type, which no other field has. An empty scope grants nothing; without one, the server has a default. */
function bodyFor(type: AppType, draft: OAuth2ClientInput): OAuth2ClientInput {
  const { redirect_uris, jwks_uri, ...rest } = draft;
  return {
    ...bodyOf({
      ...rest,
      ...(appDefaults[type].hasRedirectUris && redirect_uris && { redirect_uris }),
      ...(hasKeys(type) && jwks_uri !== undefined && { jwks_uri }),
    }),
    scope: (draft.scope ?? "").trim(),
    metadata: { app_type: type },
  };
}
