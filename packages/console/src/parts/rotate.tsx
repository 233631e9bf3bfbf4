import { useState } from "react";
import { Choice } from "./choice.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { SecretOnce } from "./secret-once.tsx";

interface RotateProps {
  readonly name: string;
  /** What it belongs to, as lines of a file: `client_id`. */
  readonly names: Readonly<Record<string, string>>;
  /** What is rotated: a client secret, or the static token of an internal integration. */
  readonly what?: "secret" | "token";
  /** Makes the new one and returns it. The previous one stays valid for so many seconds. */
  readonly rotate: (overlap: number) => Promise<string | undefined>;
  readonly onDone: () => void;
}

const overlaps = [
  { value: "86400", label: "A day", hint: "Time to deploy without anybody noticing." },
  { value: "604800", label: "A week", hint: "For many places, or slow ones." },
  { value: "3600", label: "An hour", hint: "For one place that you change now." },
  { value: "0", label: "Not at all", hint: "The old one leaked. It stops working now." },
] as const;

/** A new secret or token, and how long the previous one stays valid beside it. */
export function Rotate({ name, names, what = "secret", rotate, onDone }: RotateProps) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]["value"]>("86400");
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const submit = async (): Promise<void> => setSecret(await rotate(Number(overlap)));
  if (secret !== undefined) {
    return (
      <SecretOnce
        title={`The new ${what} of ${name}`}
        names={names}
        secret={secret}
        secret_name={what === "token" ? "access_token" : "client_secret"}
        file_name={`${Object.values(names)[0]}.json`}
        onClose={onDone}
      />
    );
  }
  return (
    <FormDialog
      title={`Rotate the ${what} of ${name}`}
      verb={`Make a new ${what}`}
      kind={overlap === "0" ? "danger" : "primary"}
      onSubmit={submit}
      onClose={onDone}
    >
      <p>A new {what} is made. The one in use now stays valid beside it for a while.</p>
      <Choice
        label="Keep the old one for"
        options={overlaps}
        value={overlap}
        onChange={setOverlap}
      />
    </FormDialog>
  );
}
