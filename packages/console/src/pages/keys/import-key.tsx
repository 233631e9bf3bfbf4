import type { JsonWebKey } from "@latchkey/api";
import { useState } from "react";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useSession } from "../../session/session.ts";

interface ImportProps {
  readonly set: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Stores a key somebody made elsewhere. */
export function ImportKey({ set, onDone, onClose }: ImportProps) {
  const { latchkey } = useSession();
  const [text, setText] = useState("");
  const submit = async (): Promise<void> => {
    const body = parseKey(text);
    await latchkey.updateJsonWebKey({ set, kid: body.kid ?? "", body });
    onDone();
  };
  return (
    <FormDialog
      title="Import a key"
      verb="Import"
      isDisabled={text.trim() === ""}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="JSON Web Key"
        value={text}
        onChange={setText}
        hint="With its private members and a kid. A kid that the set has already is replaced."
        placeholder={'{ "kty": "EC", "crv": "P-256", "kid": … }'}
        lines={10}
        mono
        autoFocus
      />
    </FormDialog>
  );
}

function parseKey(text: string): JsonWebKey {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || !("kty" in value)) {
    throw new Error("A JSON Web Key is a JSON object with a kty.");
  }
  if (!("kid" in value) || typeof value.kid !== "string" || value.kid === "") {
    throw new Error("The key needs a kid to be known by.");
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The server checks every member and names the one that is wrong.
  return value as JsonWebKey;
}
