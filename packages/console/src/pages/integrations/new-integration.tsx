import type { Integration, IntegrationInput } from "@latchkey/api";
import { useState } from "react";
import { LinkButton } from "../../components/button.tsx";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { bodyOf } from "../../components/forms/draft.ts";
import { Form } from "../../components/forms/form.tsx";
import { NewSecretDialog } from "../../components/dialogs/new-secret-dialog.tsx";
import { Page } from "../../components/page.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { navigate, to } from "../../router.tsx";
import { useSession } from "../../session/session.ts";
import { IntegrationFields } from "./integration-fields.tsx";
import { missingText } from "../../components/forms/missing.ts";

const kinds = [
  {
    value: "public",
    label: "Public",
    hint: "Users connect it to their workspace in the browser.",
  },
  {
    value: "internal",
    label: "Internal",
    hint: "Belongs to one workspace. Has a static token and needs no browser.",
  },
] as const;

/** Creates an integration. */
export function NewIntegration() {
  const { latchkey } = useSession();
  const [created, setCreated] = useState<Integration | undefined>(undefined);
  const [draft, setDraft] = useState<IntegrationInput>({
    kind: "public",
    capabilities: ["read_content"],
  });
  const [workspace_id, setWorkspaceId] = useState("");
  const { name = "", kind = "public" } = draft;
  const create = async (): Promise<void> => {
    const body = kind === "public" ? draft : internalOf(draft, workspace_id.trim());
    setCreated(await latchkey.createIntegration({ body: bodyOf(body) }));
  };
  return (
    <Page title="New integration" back={{ href: to("integrations"), label: "Integrations" }}>
      <Form
        onSubmit={create}
        submitLabel="Create integration"
        missing={missingText(name, "Enter a name first.")}
        isRecord
        actions={<LinkButton href={to("integrations")}>Cancel</LinkButton>}
      >
        <TextField
          label="Name"
          name="name"
          value={name}
          onChange={(typed) => setDraft({ ...draft, name: typed })}
          placeholder="Tea timer"
          isRequired
        />
        <RadioChoice
          label="Type"
          name="kind"
          options={kinds}
          value={kind}
          onChange={(chosen) => setDraft({ ...draft, kind: chosen })}
        />
        {kind === "internal" && (
          <TextField
            label="Workspace ID"
            name="install_scope"
            value={workspace_id}
            onChange={setWorkspaceId}
            hint="The workspace it belongs to."
            mono
          />
        )}
        <IntegrationFields draft={draft} onChange={setDraft} />
      </Form>
      {created?.client_secret !== undefined && (
        <NewSecretDialog
          title="Integration created"
          owner={{ client_id: created.client_id, ...webhookSecretOf(created) }}
          secret={created.client_secret}
          file_name={`${created.client_id}.json`}
          onClose={() => navigate(to("integrations", created.id))}
        />
      )}
      {created?.access_token !== undefined && (
        <NewSecretDialog
          title="Integration created"
          owner={{ integration_id: created.id, ...webhookSecretOf(created) }}
          secret={created.access_token}
          secret_name="access_token"
          file_name={`${created.id}.json`}
          onClose={() => navigate(to("integrations", created.id))}
        />
      )}
    </Page>
  );
}

/** An internal integration belongs to one workspace, and no browser is sent to it. */
function internalOf(draft: IntegrationInput, workspace_id: string): IntegrationInput {
  const {
    name = "",
    kind = "internal",
    icon = null,
    capabilities = [],
    webhook_url = null,
  } = draft;
  return { name, kind, icon, capabilities, webhook_url, install_scope: [workspace_id] };
}

/** Shown and saved with the secret of the integration. */
function webhookSecretOf({ webhook_secret }: Integration) {
  return webhook_secret === undefined ? {} : { webhook_secret };
}
