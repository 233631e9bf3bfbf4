import { useEffect, useRef, useState } from "react";
import { ErrorNotice } from "../components/notice.tsx";
import { navigate } from "../router.tsx";
import { completeSignIn } from "./account-sign-in.ts";
import { SignInButton } from "./sign-in-button.tsx";

/** The page to which the server returns users who signed in. */
export const SIGNED_IN_PAGE = "signed-in";

/** Completes a sign-in, and goes on with the page that the user came from. */
export function SignedIn({ query }: { readonly query: URLSearchParams }) {
  const [error, setError] = useState<unknown>();
  const isStarted = useRef(false); // A code is redeemed once.
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    completeSignIn(query).then((page) => navigate(page, { replace: true }), setError);
  }, [query]);
  if (error === undefined) {
    return (
      <main className="centered">
        <p className="quiet connecting" role="status">
          Signing in…
        </p>
      </main>
    );
  }
  return (
    <main className="centered">
      <h1>You are not signed in</h1>
      <ErrorNotice error={error} />
      <SignInButton kind="primary" />
    </main>
  );
}
