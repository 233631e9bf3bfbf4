import { useState } from "react";
import { Choice } from "../../parts/choice.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useSession } from "../../session/session.ts";
import { algorithms } from "./key-words.ts";

interface GenerateProps {
  readonly set: string;
  /** The algorithm of the key that signs now. */
  readonly like: string | undefined;
  readonly isFirst: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Makes a new key, which signs from then on. */
export function GenerateKey({ set, like, isFirst, onDone, onClose }: GenerateProps) {
  const { latchkey } = useSession();
  const usual = algorithms.find(({ value }) => value === like)?.value ?? "RS256";
  const [alg, setAlg] = useState<(typeof algorithms)[number]["value"]>(usual);
  const [kid, setKid] = useState("");
  const submit = async (): Promise<void> => {
    const named = kid.trim() === "" ? {} : { kid: kid.trim() };
    await latchkey.createJsonWebKeySet({ set, body: { alg, use: "sig", ...named } });
    onDone();
  };
  return (
    <FormDialog
      title={isFirst ? "Generate a key" : "Rotate to a new key"}
      verb="Generate"
      onSubmit={submit}
      onClose={onClose}
    >
      {!isFirst && (
        <p>The new key signs at once. Those before it still verify, until you retire them.</p>
      )}
      <Choice label="Algorithm" options={algorithms} value={alg} onChange={setAlg} />
      <Field
        label="Key id"
        value={kid}
        onChange={setKid}
        hint="Leave it empty to have one made."
        mono
      />
    </FormDialog>
  );
}
