import { useState } from "react";
import { RadioChoice, SingleCheckbox } from "../../components/forms/choices.tsx";
import { FormDialog } from "../../components/dialogs/form-dialog.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { useSession } from "../../session/session.ts";
import { algorithms } from "./key-sets.ts";

interface GenerateKeyProps {
  readonly set: string;
  /** The algorithm of the key that signs now. */
  readonly currentAlgorithm: string | undefined;
  readonly isFirst: boolean;
  /** Whether the server signs with the set. */
  readonly isSigningSet: boolean;
  /** Whether the server replaces and deletes the keys of the set by itself. */
  readonly isScheduled: boolean;
  readonly onClose: () => void;
}

/** Generates a key, which signs when its announcement is over, or at once. */
export function GenerateKey(props: GenerateKeyProps) {
  const { set, currentAlgorithm, isFirst, isSigningSet, isScheduled, onClose } = props;
  const { latchkey } = useSession();
  const initial = algorithms.find(({ value }) => value === currentAlgorithm)?.value ?? "RS256";
  const [alg, setAlg] = useState<(typeof algorithms)[number]["value"]>(initial);
  const [kid, setKid] = useState("");
  const [signNow, setSignNow] = useState(false);
  const submit = async (): Promise<void> => {
    const named = kid.trim() === "" ? {} : { kid: kid.trim() };
    await latchkey.createJsonWebKeySet({
      set,
      body: { alg, use: "sig", ...named },
      sign_now: signNow,
    });
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
        <p>
          {isSigningSet
            ? "The new key is published now, and signs when APIs and clients have had the time to fetch it. "
            : "The new key is the first of the set. "}
          {isScheduled
            ? "Earlier keys still verify, until the schedule deletes them."
            : "Earlier keys still verify, until you delete them."}
        </p>
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
      {!isFirst && isSigningSet && (
        <SingleCheckbox
          label="Sign with it now"
          isSelected={signNow}
          onChange={setSignNow}
          hint="When the key that signs is compromised: what it signs fails to verify until keys are fetched again."
        />
      )}
    </FormDialog>
  );
}
