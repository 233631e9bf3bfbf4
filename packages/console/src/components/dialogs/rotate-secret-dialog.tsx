import { useState } from "react";
import { RadioChoice } from "../forms/choices.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { NewSecretDialog } from "./new-secret-dialog.tsx";

interface RotateSecretDialogProps {
  /** The name of what the secret belongs to. */
  readonly name: string;
  /** See `NewSecretDialog`. */
  readonly owner: Readonly<Record<string, string>>;
  /** What is rotated: a client secret, the static token of an internal integration, or the secret of webhooks. */
  readonly what?: "secret" | "token" | "webhook secret";
  /** Generates a new one and returns it. The previous one stays valid for `overlap` seconds. */
  readonly rotate: (overlap: number) => Promise<string | undefined>;
  readonly onClose: () => void;
}

const secretNames = {
  secret: "client_secret",
  token: "access_token",
  "webhook secret": "webhook_secret",
} as const;

/** By seconds. */
const overlaps = [
  { value: "86400", label: "A day", hint: "Time to deploy the new one without downtime." },
  { value: "604800", label: "A week", hint: "For many deployments, or slow ones." },
  { value: "3600", label: "An hour", hint: "For one deployment that you change now." },
  {
    value: "0",
    label: "Not at all",
    hint: "It leaked: it stops working now, as do all before it.",
  },
] as const;

/** Generates a new secret or token, and asks how long the previous one stays valid. */
export function RotateSecretDialog(props: RotateSecretDialogProps) {
  const { name, owner, what = "secret", rotate, onClose } = props;
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]["value"]>("86400");
  const [secret, setSecret] = useState<string | undefined>(undefined);
  if (secret !== undefined) {
    return (
      <NewSecretDialog
        title={`New ${what} of ${name}`}
        owner={owner}
        secret={secret}
        secret_name={secretNames[what]}
        file_name={`${Object.values(owner)[0]}.json`}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={`Rotate the ${what} of ${name}`}
      submitLabel={`Generate new ${what}`}
      submitKind={overlap === "0" ? "danger" : "primary"}
      onSubmit={async () => setSecret(await rotate(Number(overlap)))}
      onClose={onClose}
    >
      <p>A new {what} is generated. The current one stays valid beside it for a while.</p>
      <RadioChoice
        label={`Keep the current ${what} valid for`}
        name="overlap"
        options={overlaps}
        value={overlap}
        onChange={setOverlap}
      />
    </FormDialog>
  );
}
