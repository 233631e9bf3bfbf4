import { type ReactNode, useCallback, useEffect, useState } from "react";
import { enter, type Entrance, keptKey, type Session, SessionProvider } from "./session.ts";
import { SignIn } from "./sign-in.tsx";
import { Problem } from "../parts/notice.tsx";

type State =
  | { readonly kind: "trying" }
  | { readonly kind: "failed"; readonly error: unknown }
  | Entrance;

/** Lets nobody further before the admin API lets them in, and asks for a key only where it wants one. */
export function Door({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>({ kind: "trying" });
  const leave = useCallback(() => {
    keptKey.forget();
    setState({ kind: "key_needed" });
  }, []);
  const attempt = useCallback(
    async (api_key: string | undefined) => {
      try {
        const entrance = await enter(api_key, leave);
        if (entrance.kind === "open" && api_key !== undefined) keptKey.keep(api_key);
        setState(entrance);
      } catch (error) {
        setState({ kind: "failed", error });
      }
    },
    [leave],
  );
  useEffect(() => void attempt(keptKey.read()), [attempt]);

  if (state.kind === "trying") return null;
  if (state.kind === "failed") {
    return (
      <main className="alone">
        <h1>Latchkey does not answer</h1>
        <Problem error={state.error} />
      </main>
    );
  }
  if (state.kind !== "open") {
    return (
      <SignIn refusal={state.kind === "key_refused" ? state.because : undefined} onKey={attempt} />
    );
  }
  const { latchkey, version, scopes } = state;
  const session: Session = {
    latchkey,
    version,
    may: (scope) => scopes.includes(scope),
    ...(keptKey.read() !== undefined && { signOut: leave }),
  };
  return <SessionProvider value={session}>{children}</SessionProvider>;
}
