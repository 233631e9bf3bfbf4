import type { Predecessor } from "@latchkey/server/feature";
import { handleKey, tokenKey } from "../keys.ts";
import type { TakenStore, TakenToken, TokenUse } from "../taken-store.ts";
import {
  isAuthentic,
  type OpaqueToken,
  parseOpaqueToken,
  storedAccessSignatures,
  storedJwtSignature,
  systemKey,
} from "./opaque-token.ts";
import { isSealedHandle, openSealedHandle } from "./sealed-handle.ts";
import { createSessionReader } from "./session-cookie.ts";

/** What a predecessor is recognised with. */
export interface PredecessorParts {
  readonly store: TakenStore;
  readonly secrets: { readonly system: readonly string[]; readonly cookie: readonly string[] };
  /** The name of the other server's session cookie, where it is not the usual one. */
  readonly cookie_name: string | undefined;
  /** The cookies in a header. */
  readonly readCookies: (
    header: string | undefined,
  ) => readonly { readonly name: string; readonly value: string }[];
  /** Whether one of the keys for access tokens signed a JWT. */
  readonly isSignedByUs: (jwt: string) => Promise<boolean>;
  /** Unix milliseconds. */
  readonly now_ms: () => number;
}

/** Recognises what Ory Hydra issued. Shapes are checked first, then whether anything is left, then MACs, and rows at last. */
export function createPredecessor(parts: PredecessorParts): Predecessor {
  const { store, secrets, cookie_name, readCookies, isSignedByUs, now_ms } = parts;
  const keys = secrets.system.map(systemKey);
  const readSession = createSessionReader(secrets, cookie_name);
  const isLeft = createLeftCheck(parts);

  const findOpaque = async (
    token: OpaqueToken,
    uses: readonly TokenUse[],
  ): Promise<TakenToken | undefined> => {
    const { use: named } = token;
    const fitting = uses.filter((use) => named === undefined || use === named);
    if (fitting.length === 0 || !(await isLeft()) || !isAuthentic(token, keys)) return undefined;
    for (const use of fitting) {
      const stored = use === "access" ? storedAccessSignatures(token) : [token.signature];
      for (const signature of stored) {
        const found = await store.tokens.find(tokenKey(use, signature));
        if (found?.use === use) return found;
      }
    }
    return undefined;
  };

  const findJwt = async (text: string): Promise<TakenToken | undefined> => {
    const signature = storedJwtSignature(text);
    if (signature === undefined || !(await isLeft())) return undefined;
    const found = await store.tokens.find(tokenKey("access", signature));
    return found !== undefined && (await isSignedByUs(text)) ? found : undefined;
  };

  return {
    async findToken(text, wanted) {
      const token = parseOpaqueToken(text);
      const uses = wanted.map((use) => usesHere[use]);
      if (token === undefined && !uses.includes("access")) return undefined;
      const found = token === undefined ? await findJwt(text) : await findOpaque(token, uses);
      if (found === undefined || found.use === "registration") return undefined;
      return "of_row" in found
        ? { token_use: "access_token", of_row: found.of_row }
        : { token_use: usesThere[found.use], of_grant: found.of_grant };
    },

    async findRegistration(text) {
      const token = parseOpaqueToken(text);
      // Since 2.0 they have the prefix of access tokens.
      const isOfKind = token?.use === undefined || token.use === "access";
      const found =
        token && isOfKind && (await findOpaque({ ...token, use: undefined }, ["registration"]));
      return found && found.use === "registration" ? found.client_id : undefined;
    },

    async findSession(request) {
      const found = readSession(readCookies(request.headers["cookie"]));
      return found !== undefined && (await isLeft()) ? found : undefined;
    },

    async findSubject(client_id, subject) {
      return (await isLeft()) ? store.subjects.find(client_id, subject) : undefined;
    },

    async hasAccepted(jti) {
      return (await isLeft()) && store.assertions.wasUsed(jti, Math.floor(now_ms() / 1000));
    },

    async findHandle(use, text) {
      if (!hasHandleShape(text) || !(await isLeft())) return undefined;
      const sealed = openSealedHandle(use, text, keys);
      if (sealed !== undefined) return sealed;
      const found = await store.handles.find(handleKey(use, text));
      if (found?.use !== use || found.expires_at <= now_ms() / 1000)
        // Sealed by a version that is not known: it began at the other server, and can begin again.
        return isSealedHandle(text) ? {} : undefined;
      const isLogout = use === "logout_challenge" || use === "logout_verifier";
      return {
        ...(isLogout && found.id !== undefined && { logout_id: found.id }),
        request_url: found.request_url,
      };
    },
  };
}

const usesHere = {
  authorization_code: "code",
  access_token: "access",
  refresh_token: "refresh",
} as const;
const usesThere = {
  code: "authorization_code",
  access: "access_token",
  refresh: "refresh_token",
} as const;

/** 32 hexadecimal digits, a UUID, or a sealed text. */
function hasHandleShape(text: string): boolean {
  return HEX.test(text) || UUID.test(text) || isSealedHandle(text);
}

const HEX = /^[\da-f]{32}$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** How long it is known whether anything is left. Tokens end by their own expiry, so this is only about work that is saved. */
const KNOWN_FOR_MS = 10_000;

/** Whether something of a takeover is left; asks the database at most once within some seconds. */
function createLeftCheck({ store, now_ms }: PredecessorParts): () => Promise<boolean> {
  let known: { readonly until_ms: number; readonly answer: Promise<boolean> } | undefined;
  return () => {
    const atMs = now_ms();
    if (known !== undefined && atMs < known.until_ms) return known.answer;
    const answer = store.takeovers
      .status(Math.floor(atMs / 1000))
      .then((status) => status !== undefined);
    const asked = { until_ms: atMs + KNOWN_FOR_MS, answer };
    known = asked;
    answer.catch(() => {
      if (known === asked) known = undefined; // A failure is not kept: the next request asks again.
    });
    return answer;
  };
}
