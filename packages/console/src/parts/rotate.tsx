import { useState } from "react";
import { Choice } from "./choice.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { SecretOnce } from "./secret-once.tsx";

interface RotateProps {
  readonly name: string;
  readonly client_id: string;
  /** Makes the new secret and tells it. The one before stays good for so many seconds. */
  readonly rotate: (overlap: number) => Promise<string | undefined>;
  readonly onDone: () => void;
}

const overlaps = [
  { value: "86400", label: "A day", hint: "Time to deploy without anybody noticing." },
  { value: "604800", label: "A week", hint: "For many places, or slow ones." },
  { value: "3600", label: "An hour", hint: "For one place that you change now." },
  { value: "0", label: "Not at all", hint: "The old secret leaked. It stops working now." },
] as const;

/** A new secret, and how long the one before stays good beside it. */
export function Rotate({ name, client_id, rotate, onDone }: RotateProps) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]["value"]>("86400");
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const submit = async (): Promise<void> => setSecret(await rotate(Number(overlap)));
  if (secret !== undefined) {
    return (
      <SecretOnce
        title={`The new secret of ${name}`}
        names={{ client_id }}
        secret={secret}
        file_name={`${client_id}.json`}
        onClose={onDone}
      />
    );
  }
  return (
    <FormDialog
      title={`Rotate the secret of ${name}`}
      verb="Make a new secret"
      kind={overlap === "0" ? "danger" : "primary"}
      onSubmit={submit}
      onClose={onDone}
    >
      <p>A new secret is made. The one in use now stays good beside it for a while.</p>
      <Choice
        label="Keep the old one for"
        options={overlaps}
        value={overlap}
        onChange={setOverlap}
      />
    </FormDialog>
  );
}
