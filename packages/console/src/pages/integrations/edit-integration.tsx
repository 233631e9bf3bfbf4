import { useOpened } from "../../queries/use-opened.ts";
import type { Integration, IntegrationInput } from "@latchkey/api";
import { useState } from "react";
import { bodyOf } from "../../components/forms/draft.ts";
import { Form } from "../../components/forms/form.tsx";
import { NewSecretDialog } from "../../components/dialogs/new-secret-dialog.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { useSession } from "../../session/session.ts";
import { IntegrationFields } from "./integration-fields.tsx";
import { missingText } from "../../components/forms/missing.ts";

interface EditIntegrationProps {
  readonly integration: Integration;
  readonly onClose: () => void;
}

/** Edits an integration. */
export function EditIntegration({ integration, onClose }: EditIntegrationProps) {
  const { latchkey } = useSession();
  const { id } = integration;
  const if_unchanged = useOpened(integration);
  const [draft, setDraft] = useState<IntegrationInput>(integration);
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const save = async (): Promise<void> => {
    const body = bodyOf(draft);
    const { webhook_secret } = await latchkey.updateIntegration({ id, body }, { if_unchanged });
    if (webhook_secret === undefined) onClose();
    else setSecret(webhook_secret);
  };
  return (
    <>
      <Form
        onSubmit={save}
        submitLabel="Save changes"
        isRecord
        missing={missingText(draft.name, "Enter a name first.")}
        onCancel={onClose}
      >
        <TextField
          label="Name"
          name="name"
          value={draft.name ?? ""}
          onChange={(name) => setDraft({ ...draft, name })}
          isRequired
        />
        <IntegrationFields draft={draft} onChange={setDraft} />
        <p className="hint">
          After a change of the capabilities users have to consent again: until then, refreshes are
          rejected.
        </p>
      </Form>
      {secret !== undefined && (
        <NewSecretDialog
          title={`Secret of the webhooks of ${integration.name}`}
          owner={{ integration_id: id }}
          secret={secret}
          secret_name="webhook_secret"
          file_name={`${id}.json`}
          onClose={onClose}
        />
      )}
    </>
  );
}
