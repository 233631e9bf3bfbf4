import type { ApiKeyScope } from "@latchkey/api";
import { ApiError, type Client, createClient } from "@latchkey/client";
import { createContext, useContext } from "react";

/** Whoever uses the console, and the SDK that speaks for them. */
export interface Session {
  readonly latchkey: Client;
  readonly version: string;
  /** Whether the API key has a scope. Where no key is asked for, everything is allowed. */
  readonly may: (scope: ApiKeyScope) => boolean;
  /** Absent where the admin listener asks for no key. */
  readonly signOut?: () => void;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Hands the session to every page below. */
export const SessionProvider = SessionContext.Provider;

/** The session of whoever looks at this page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("There is no session above this component.");
  return session;
}

/** What came of trying the door. */
export type Entrance =
  | {
      readonly kind: "open";
      readonly latchkey: Client;
      readonly version: string;
      readonly scopes: readonly ApiKeyScope[];
    }
  | { readonly kind: "key_needed" }
  | { readonly kind: "key_refused"; readonly because: string };

/** Tries the admin API with the key, or without one where none is given. */
export async function enter(api_key: string | undefined, onRefused: () => void): Promise<Entrance> {
  const latchkey = createClient({
    admin: "",
    ...(api_key !== undefined && { api_key }),
    fetch: async (url, init) => {
      // Nothing of the browser's own goes along, and it never asks for a password by itself.
      const response = await fetch(url, { ...init, credentials: "omit" });
      if (isDoor(response)) onRefused();
      return response;
    },
  });
  try {
    const { version } = await latchkey.getVersion();
    const { scopes } = await latchkey.getAccess();
    return { kind: "open", latchkey, version, scopes };
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403].includes(error.status)) throw error;
    if (api_key === undefined) return { kind: "key_needed" };
    return { kind: "key_refused", because: error.error_description ?? error.message };
  }
}

/** Whether it is the listener that refuses a key, not an operation that answers 401 to a client. */
function isDoor(response: Response): boolean {
  const challenge = response.headers.get("www-authenticate") ?? "";
  return response.status === 401 && challenge.startsWith('Bearer realm="Latchkey"');
}

const KEPT = "latchkey.console.api_key";

/** The key of this tab. It is gone when the tab is. */
export const keptKey = {
  read: (): string | undefined => sessionStorage.getItem(KEPT) ?? undefined,
  keep: (api_key: string): void => sessionStorage.setItem(KEPT, api_key),
  forget: (): void => sessionStorage.removeItem(KEPT),
};
