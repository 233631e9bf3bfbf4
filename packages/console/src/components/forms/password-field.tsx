import { MIN_PASSWORD_LENGTH } from "@latchkey/api";
import { useState } from "react";
import { encodeBase64url } from "../../base64url.ts";
import { Button } from "../button.tsx";
import { CopyButton } from "../copy-button.tsx";
import { TextField } from "./text-field.tsx";

interface PasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
}

/** A new password, typed or generated. A generated one is shown, since someone has to hand it over. */
export function PasswordField({ value, onChange, autoFocus = false }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const generate = (): void => {
    onChange(encodeBase64url(crypto.getRandomValues(new Uint8Array(15))));
    setShown(true);
  };
  return (
    <div className="password-field">
      <TextField
        label="Password"
        name="password"
        type={isShown ? "text" : "password"}
        value={value}
        onChange={onChange}
        hint={`At least ${MIN_PASSWORD_LENGTH} characters. It is stored as a hash and cannot be shown later.`}
        autoComplete="new-password"
        autoFocus={autoFocus}
        isRequired
        mono
      />
      <div className="actions">
        <Button onPress={generate}>Generate a password</Button>
        <Button onPress={() => setShown(!isShown)}>{isShown ? "Hide" : "Show"}</Button>
        {isShown && value !== "" && <CopyButton text={value} what="password" />}
      </div>
    </div>
  );
}

/** What is missing of a password, as a sentence; undefined where it is long enough. */
export function missingPassword(password: string): string | undefined {
  return password.length < MIN_PASSWORD_LENGTH
    ? `Enter a password of at least ${MIN_PASSWORD_LENGTH} characters.`
    : undefined;
}
