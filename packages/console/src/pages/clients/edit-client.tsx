import type { OAuth2Client, OAuth2ClientInput } from "@latchkey/api";
import { useState } from "react";
import { useAction } from "../../load.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Field } from "../../parts/field.tsx";
import { Problem } from "../../parts/notice.tsx";
import { useSession } from "../../session/session.ts";
import { toInput } from "./client-words.ts";
import { ClientFields } from "./client-fields.tsx";

interface EditProps {
  readonly client: OAuth2Client;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Changes a client: the common members as fields, all of them as JSON. */
export function EditClient({ client, onDone, onCancel }: EditProps) {
  const { latchkey } = useSession();
  const [look, setLook] = useState<"form" | "json">("form");
  const [draft, setDraft] = useState<OAuth2ClientInput>(() => toInput(client));
  const [text, setText] = useState("");
  const action = useAction(async () => {
    const body = look === "json" ? parse(text) : draft;
    await latchkey.updateOAuth2Client({ id: client.client_id, body });
    onDone();
  });
  const turn = (wanted: "form" | "json"): void => {
    if (wanted === "json") setText(JSON.stringify(draft, null, 2));
    else setDraft(parseOr(text, draft));
    setLook(wanted);
  };
  return (
    <form
      className="card form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <Choice
        label="Edit as"
        look="segments"
        options={[
          { value: "form", label: "Form" },
          { value: "json", label: "JSON" },
        ]}
        value={look}
        onChange={turn}
      />
      {look === "form" ? (
        <ClientFields draft={draft} onChange={setDraft} />
      ) : (
        <Field
          label="Every member"
          value={text}
          onChange={setText}
          lines={24}
          mono
          hint="A member that is left out gets its default. The secret stays as it is."
        />
      )}
      <Problem error={action.error} />
      <div className="form-actions">
        <Button kind="primary" type="submit" isPending={action.isBusy}>
          Save changes
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function parse(text: string): OAuth2ClientInput {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new Error("A client is a JSON object.");
  return value; // The server checks every member and names the one that is wrong.
}

function parseOr(text: string, otherwise: OAuth2ClientInput): OAuth2ClientInput {
  try {
    return parse(text);
  } catch {
    return otherwise;
  }
}
