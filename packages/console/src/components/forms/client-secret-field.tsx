import { TextField } from "./text-field.tsx";

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The secret with which the console authenticates as a client, to test it. */
export function ClientSecretField({ value, onChange }: Props) {
  return (
    <TextField
      label="Client secret"
      name="client_secret"
      type="password"
      value={value}
      onChange={onChange}
      hint="Sent to the token endpoint and not stored."
      mono
    />
  );
}
