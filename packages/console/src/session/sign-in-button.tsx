import { useState } from "react";
import { Button } from "../components/button.tsx";
import { ErrorNotice } from "../components/notice.tsx";
import { startSignIn } from "./account-sign-in.ts";

/** Sends the browser to the page that signs users in. */
export function SignInButton({ kind }: { readonly kind: "primary" | "quiet" }) {
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const start = async (): Promise<void> => {
    setPending(true);
    try {
      location.assign(await startSignIn());
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <>
      <Button kind={kind} onPress={() => void start()} isPending={isPending}>
        Sign in with your account
      </Button>
      {error !== undefined && <ErrorNotice error={error} />}
    </>
  );
}
