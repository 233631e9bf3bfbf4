import type { Client } from "@latchkey/client";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { ErrorNotice } from "../components/notice.tsx";
import { createQueryClient } from "../queries/query-client.ts";
import {
  connect,
  type Connection,
  mayAs,
  type Session,
  SessionProvider,
  storedApiKey,
} from "./session.ts";
import { SignIn } from "./sign-in.tsx";

type State =
  | { readonly kind: "connecting" }
  | { readonly kind: "failed"; readonly error: unknown }
  | Exclude<Connection, { kind: "connected" }>
  | { readonly kind: "connected"; readonly session: Session; readonly queryClient: QueryClient };

/** Renders the console once the admin API accepts the session; asks to sign in only where the server requires it. */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>({ kind: "connecting" });
  const signOut = useCallback(async (latchkey: Client, isAccount: boolean) => {
    storedApiKey.remove();
    try {
      if (isAccount) await latchkey.endOperatorSession();
      setState({ kind: "key_required" });
    } catch (error) {
      setState({ kind: "failed", error });
    }
  }, []);
  const onUnauthorized = useCallback(() => {
    storedApiKey.remove();
    setState({
      kind: "key_rejected",
      reason: "The server no longer accepts your API key or your session.",
    });
  }, []);
  const signIn = useCallback(
    async (api_key: string | undefined) => {
      try {
        const connection = await connect(api_key, onUnauthorized);
        if (connection.kind !== "connected") {
          setState(connection);
          return;
        }
        if (api_key !== undefined) storedApiKey.set(api_key);
        const isAccount = connection.access.caller.kind === "account";
        const isSignedIn = isAccount || api_key !== undefined;
        const leave = (): void => void signOut(connection.latchkey, isAccount);
        const session = sessionOf(connection, isSignedIn ? leave : undefined);
        setState({ kind: "connected", session, queryClient: createQueryClient() });
      } catch (error) {
        setState({ kind: "failed", error });
      }
    },
    [signOut, onUnauthorized],
  );
  useEffect(() => void signIn(storedApiKey.get()), [signIn]);

  switch (state.kind) {
    case "connecting":
      return (
        <main className="centered">
          <p className="quiet connecting" role="status">
            Connecting to the server…
          </p>
        </main>
      );
    case "failed":
      return (
        <main className="centered">
          <h1>The server is not responding</h1>
          <ErrorNotice error={state.error} onRetry={() => void signIn(storedApiKey.get())} />
        </main>
      );
    case "key_required":
    case "key_rejected":
      return (
        <SignIn
          error={state.kind === "key_rejected" ? state.reason : undefined}
          onSignIn={signIn}
        />
      );
    case "connected":
      return (
        <QueryClientProvider client={state.queryClient}>
          <SessionProvider value={state.session}>{children}</SessionProvider>
        </QueryClientProvider>
      );
  }
}

function sessionOf(
  { latchkey, version, access }: Extract<Connection, { kind: "connected" }>,
  signOut: (() => void) | undefined,
): Session {
  const { login_url, scope_texts } = access;
  return {
    latchkey,
    version,
    access,
    may: (id) => mayAs(access, id),
    ...(login_url !== undefined && { login_url }),
    ...(scope_texts !== undefined && { scope_texts }),
    ...(signOut !== undefined && { signOut }),
  };
}
