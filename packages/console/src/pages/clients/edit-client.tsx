import type { OAuth2Client, OAuth2ClientInput } from "@latchkey/api";
import { useState } from "react";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { FieldValueError } from "../../components/forms/form-errors.ts";
import { Form } from "../../components/forms/form.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { useSession } from "../../session/session.ts";
import { ClientFields } from "./client-fields.tsx";
import { parseClientJson } from "./client-json.ts";
import { toClientInput } from "./client-summary.ts";

interface EditClientProps {
  readonly client: OAuth2Client;
  readonly onClose: () => void;
}

/** Edits a client, as a form or as JSON. */
export function EditClient({ client, onClose }: EditClientProps) {
  const { latchkey } = useSession();
  const [format, setFormat] = useState<"form" | "json">("form");
  const [draft, setDraft] = useState<OAuth2ClientInput>(() => toClientInput(client));
  const [json, setJson] = useState("");
  const save = async (): Promise<void> => {
    const body = format === "json" ? parseClientJson(json) : draft;
    await latchkey.updateOAuth2Client({ id: client.client_id, body });
    onClose();
  };
  const [jsonError, setJsonError] = useState<string | undefined>(undefined);
  const switchTo = (wanted: "form" | "json"): void => {
    try {
      if (wanted === "json") setJson(JSON.stringify(draft, null, 2));
      else setDraft(parseClientJson(json));
      setFormat(wanted);
    } catch (error) {
      setJsonError(error instanceof FieldValueError ? error.message : String(error));
    }
  };
  return (
    <Form
      onSubmit={save}
      submitLabel="Save changes"
      isRecord
      onCancel={onClose}
      {...(format === "json" && { errorField: "json" })}
    >
      <RadioChoice
        label="Edit as"
        variant="segments"
        options={[
          { value: "form", label: "Form" },
          { value: "json", label: "JSON" },
        ]}
        value={format}
        onChange={switchTo}
      />
      {format === "form" ? (
        <ClientFields draft={draft} onChange={setDraft} />
      ) : (
        <TextField
          label="All fields"
          name="json"
          value={json}
          onChange={(typed) => {
            setJson(typed);
            setJsonError(undefined);
          }}
          error={jsonError}
          lines={24}
          mono
          hint="A field that is left out gets its default. The secret stays as it is."
        />
      )}
    </Form>
  );
}
