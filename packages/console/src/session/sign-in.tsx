import { useState } from "react";
import { Button } from "../parts/button.tsx";
import { Field } from "../parts/field.tsx";
import { Mark } from "../parts/icons.tsx";

interface SignInProps {
  readonly refusal: string | undefined;
  readonly onKey: (api_key: string) => Promise<void>;
}

/** Asks for an API key. Nothing of the server was asked for before. */
export function SignIn({ refusal, onKey }: SignInProps) {
  const [api_key, setKey] = useState("");
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    await onKey(api_key.trim());
    setBusy(false);
  };
  return (
    <main className="alone">
      <form
        className="card door"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="brand">
          <Mark /> Latchkey
        </p>
        <h1>Sign in to the console</h1>
        <p className="quiet">
          With an API key of the admin listener. It stays in this tab and is gone when you close it.
        </p>
        <Field
          label="API key"
          type="password"
          value={api_key}
          onChange={setKey}
          problem={refusal}
          autoFocus
          mono
        />
        <Button kind="primary" type="submit" isDisabled={api_key.trim() === ""} isPending={isBusy}>
          Sign in
        </Button>
        <p className="quiet small">
          No key yet? <code>latchkey api-keys</code> makes one; its hash goes into{" "}
          <code>serve.admin.api_keys</code>.
        </p>
      </form>
    </main>
  );
}
