import { useEffect, useState } from "react";
import { Button } from "../components/button.tsx";
import { isServed } from "../served.ts";
import { SignInButton } from "./sign-in-button.tsx";
import { Mark } from "../components/icons.tsx";
import { TextField } from "../components/forms/text-field.tsx";
import { missingText } from "../components/forms/missing.ts";

interface SignInProps {
  /** Why the last key was rejected. */
  readonly error: string | undefined;
  readonly onSignIn: (api_key: string) => Promise<void>;
}

/** Asks for an API key. */
export function SignIn({ error, onSignIn }: SignInProps) {
  const [api_key, setApiKey] = useState("");
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    document.title = "Sign in · Latchkey";
  }, []);
  const submit = async (): Promise<void> => {
    setPending(true);
    await onSignIn(api_key.trim());
    setPending(false);
  };
  return (
    <main className="centered">
      <form
        className="card sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="brand">
          <Mark /> Latchkey
        </p>
        <h1>Sign in to the console</h1>
        {isServed("createOperatorSession") && (
          <>
            <SignInButton kind="primary" />
            <p className="quiet small">You need a role, which an administrator gives you.</p>
          </>
        )}
        <p className="quiet">
          Or use an API key. It stays in this tab and is removed when you close it.
        </p>
        <TextField
          label="API key"
          type="password"
          value={api_key}
          onChange={setApiKey}
          error={error}
          mono
        />
        <Button
          type="submit"
          missing={missingText(api_key, "Enter an API key.")}
          isPending={isPending}
        >
          Sign in with the key
        </Button>
        <p className="quiet small">
          The first administrator: run{" "}
          <code>latchkey operators add USERNAME --role administrator --database</code> with the
          settings of the server.
        </p>
      </form>
    </main>
  );
}
