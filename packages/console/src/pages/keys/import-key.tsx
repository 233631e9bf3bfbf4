import { useState } from "react";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { useSession } from "../../session/session.ts";
import { parseJsonWebKey } from "./parse-json-web-key.ts";
import { missingText } from "../../components/forms/missing.ts";

interface ImportKeyProps {
  readonly set: string;
  readonly onClose: () => void;
}

/** Imports a JSON Web Key. */
export function ImportKey({ set, onClose }: ImportKeyProps) {
  const { latchkey } = useSession();
  const [text, setText] = useState("");
  const submit = async (): Promise<void> => {
    const body = parseJsonWebKey(text, "jwk");
    await latchkey.updateJsonWebKey({ set, kid: body.kid, body });
    onClose();
  };
  return (
    <FormDialog
      isRecord
      title="Import a key"
      submitLabel="Import"
      missing={missingText(text, "Enter the key first.")}
      errorField="jwk"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="JSON Web Key"
        name="jwk"
        value={text}
        onChange={setText}
        hint="With its private parameters and a kid. A key of the set with the same kid is replaced."
        placeholder={'{ "kty": "EC", "crv": "P-256", "kid": … }'}
        lines={10}
        mono
        autoFocus
      />
    </FormDialog>
  );
}
