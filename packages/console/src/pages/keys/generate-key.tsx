import { useState } from "react";
import { RadioChoice } from "../../components/forms/choices.tsx";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { useSession } from "../../session/session.ts";
import { algorithms } from "./key-sets.ts";

interface GenerateKeyProps {
  readonly set: string;
  /** The algorithm of the key that signs now. */
  readonly currentAlgorithm: string | undefined;
  readonly isFirst: boolean;
  readonly onClose: () => void;
}

/** Generates a key, which signs from then on. */
export function GenerateKey({ set, currentAlgorithm, isFirst, onClose }: GenerateKeyProps) {
  const { latchkey } = useSession();
  const initial = algorithms.find(({ value }) => value === currentAlgorithm)?.value ?? "RS256";
  const [alg, setAlg] = useState<(typeof algorithms)[number]["value"]>(initial);
  const [kid, setKid] = useState("");
  const submit = async (): Promise<void> => {
    const named = kid.trim() === "" ? {} : { kid: kid.trim() };
    await latchkey.createJsonWebKeySet({ set, body: { alg, use: "sig", ...named } });
    onClose();
  };
  return (
    <FormDialog
      title={isFirst ? "Generate a key" : "Rotate to a new key"}
      submitLabel="Generate"
      onSubmit={submit}
      onClose={onClose}
    >
      {!isFirst && (
        <p>The new key signs immediately. Earlier keys still verify, until you delete them.</p>
      )}
      <RadioChoice
        label="Algorithm"
        name="alg"
        options={algorithms}
        value={alg}
        onChange={setAlg}
      />
      <TextField
        label="Key ID"
        name="kid"
        value={kid}
        onChange={setKid}
        hint="Leave empty to have one generated."
        mono
      />
    </FormDialog>
  );
}
