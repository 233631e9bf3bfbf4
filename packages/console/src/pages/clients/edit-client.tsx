import { useOpened } from "../../queries/use-opened.ts";
import type { OAuth2Client, OAuth2ClientInput } from "@latchkey/api";
import { useState } from "react";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { FieldValueError } from "../../components/forms/form-errors.ts";
import { Form } from "../../components/forms/form.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { useSession } from "../../session/session.ts";
import { ImpactNotice } from "../impact/impact-notice.tsx";
import { ClientFields } from "./client-fields.tsx";
import { changesBetween } from "./client-form.ts";
import { parseClientJson } from "./client-json.ts";
import { toClientInput } from "./client-summary.ts";
import { SectionNav } from "./section-nav.tsx";
import { SetFieldsSummary } from "./set-fields-summary.tsx";

interface EditClientProps {
  readonly client: OAuth2Client;
  readonly onClose: () => void;
}

/** Edits a client, as a form or as JSON. */
export function EditClient({ client, onClose }: EditClientProps) {
  const { latchkey } = useSession();
  const if_unchanged = useOpened(client);
  const [format, setFormat] = useState<"form" | "json">("form");
  const [before] = useState<OAuth2ClientInput>(() => toClientInput(client));
  const [draft, setDraft] = useState<OAuth2ClientInput>(before);
  const [json, setJson] = useState("");
  const [jsonError, setJsonError] = useState<string | undefined>(undefined);
  const changes = format === "form" ? changesBetween(before, draft) : changesOfJson(before, json);
  const save = async (): Promise<void> => {
    const body = format === "json" ? parseClientJson(json) : draft;
    await latchkey.updateOAuth2Client({ id: client.client_id, body }, { if_unchanged });
    onClose();
  };
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
    <div className={format === "form" ? "sectioned" : undefined}>
      {format === "form" && <SectionNav draft={draft} />}
      <Form
        layout="page"
        onSubmit={save}
        submitLabel="Save changes"
        missing={changes?.length === 0 ? "Nothing is changed yet." : undefined}
        status={
          <>
            <Changes changes={changes} />
            <ImpactNotice
              action="Saving"
              change={
                changes?.length
                  ? {
                      kind: "client",
                      id: client.client_id,
                      after: { ...(format === "json" ? parseClientJson(json) : draft) },
                    }
                  : undefined
              }
            />
          </>
        }
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
          <>
            <SetFieldsSummary draft={draft} />
            <ClientFields draft={draft} onChange={setDraft} />
          </>
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
    </div>
  );
}

const MAX_NAMED_CHANGES = 3;

/** What saving would change. */
function Changes({ changes }: { readonly changes: readonly string[] | undefined }) {
  if (changes === undefined || changes.length === 0) return null;
  const named = changes.slice(0, MAX_NAMED_CHANGES).join(", ");
  const more = changes.length - MAX_NAMED_CHANGES;
  return (
    <p className="changes" role="status">
      <strong>
        {changes.length} {changes.length === 1 ? "change" : "changes"}
      </strong>{" "}
      {named}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

/** Undefined while the JSON is not complete. */
function changesOfJson(before: OAuth2ClientInput, json: string): readonly string[] | undefined {
  try {
    return changesBetween(before, parseClientJson(json));
  } catch {
    return undefined;
  }
}
