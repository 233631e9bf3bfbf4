import { type Access, mayCall, type OperationId, operations } from "@latchkey/api";
import { ApiError, type Client, createClient } from "@latchkey/client";
import { createContext, useContext } from "react";
import { tabStorage } from "./tab-storage.ts";

/** The signed-in session of this tab. */
export interface Session {
  /** The SDK, authenticated with the API key of the session. */
  readonly latchkey: Client;
  /** The version of the server. */
  readonly version: string;
  /** Who uses the console, and what they may do. */
  readonly access: Access;
  /** The page that signs users in, where it is not the built-in one. */
  readonly login_url?: string;
  /** What users read of scopes that no API describes, where the settings say it. */
  readonly scope_texts?: NonNullable<Access["scope_texts"]>;
  /** Whether the user may call an operation, as the contract says: what they may not do is not shown. */
  readonly may: (id: OperationId) => boolean;
  /** Absent where no user signed in. */
  readonly signOut?: () => void;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Provides the session to the components below. */
export const SessionProvider = SessionContext.Provider;

/** The session of this tab. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("useSession needs a SessionProvider above it.");
  return session;
}

/** Whether a caller may call an operation. The same rule decides on the server. */
export function mayAs(access: Access, id: OperationId): boolean {
  const { role, operations: ids, workspaces } = access;
  const byKey = role === undefined && ids === undefined ? { scopes: access.scopes } : {};
  return mayCall({ role, operations: ids, workspaces, ...byKey }, id, operations[id]);
}

/** The outcome of signing in. */
export type Connection =
  | {
      readonly kind: "connected";
      readonly latchkey: Client;
      readonly version: string;
      readonly access: Access;
    }
  | { readonly kind: "key_required" }
  | { readonly kind: "key_rejected"; readonly reason: string };

/** Signs in to the admin API with the key, or without one where none is given. `onUnauthorized` runs when a later request is rejected. */
export async function connect(
  api_key: string | undefined,
  onUnauthorized: () => void,
): Promise<Connection> {
  const latchkey = createClient({
    admin: "",
    ...(api_key !== undefined && { api_key }),
    fetch: async (url, init) => {
      const response = await fetch(url, withCookie(init));
      if (rejectsApiKey(response)) onUnauthorized();
      return response;
    },
  });
  try {
    const { version } = await latchkey.getVersion();
    const access = await latchkey.getAccess();
    return { kind: "connected", latchkey, version, access };
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403].includes(error.status)) throw error;
    if (api_key === undefined) return { kind: "key_required" };
    return { kind: "key_rejected", reason: error.error_description ?? error.message };
  }
}

/**
 * The cookie of a user who signed in counts only with this header, which no other page can send, and not beside an API key or the
 * secret of a client. With those it is left out: browsers ask for a password where such a request is refused.
 */
function withCookie(init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  if (headers.has("Authorization")) return { ...init, credentials: "omit" };
  headers.set("Latchkey-Console", "1");
  return { ...init, headers, credentials: "same-origin" };
}

/** Whether the admin listener rejected the API key, rather than an operation the credentials of a client. */
export function rejectsApiKey(response: Pick<Response, "status" | "headers">): boolean {
  const challenge = response.headers.get("www-authenticate") ?? "";
  return response.status === 401 && challenge.startsWith('Bearer realm="Latchkey"');
}

const STORAGE_KEY = "latchkey.console.api_key";

/** The API key of this tab. */
export const storedApiKey = {
  get: (): string | undefined => tabStorage.get(STORAGE_KEY),
  set: (api_key: string): void => tabStorage.set(STORAGE_KEY, api_key),
  remove: (): void => tabStorage.remove(STORAGE_KEY),
};
