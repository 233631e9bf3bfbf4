import { hash } from "node:crypto";
import type { ProviderRefusal } from "@latchkey/api";
import type { Context } from "@latchkey/server/feature";
import { randomId } from "@latchkey/server/feature/endpoints";
import { StoreUnavailableError } from "@latchkey/server/feature/store";
import type { ProviderClient } from "../federation/client/provider-client.ts";
import { ProviderError } from "../federation/client/provider-error.ts";
import type { ProviderRecord } from "../federation/rules/identity-provider.ts";
import { isWrongIdToken } from "../federation/rules/provider-refusal.ts";
import type { ProviderTokens } from "../federation/rules/provider-tokens.ts";
import {
  afterRefresh,
  afterSignIn,
  isIssuedBy,
  type KeptTokens,
  isUsable,
} from "./rules/kept-tokens.ts";
import type { FoundTokens, KeptTokenStore, TokenOwner } from "./store/port.ts";

/** The tokens of providers that are kept for users. Refresh tokens are sent to their provider, and nowhere else. */
export interface Vault {
  /** Keeps the tokens of a sign-in, if the provider's record says so. */
  keep(
    subject: string,
    provider: ProviderRecord,
    issued: { readonly tokens: ProviderTokens | undefined; readonly provider_subject: string },
  ): Promise<void>;
  /** An access token that an app can use, refreshed at the provider where it has to be. */
  accessToken(subject: string, provider: ProviderRecord): Promise<Access>;
}

type Access =
  | { readonly kind: "usable"; readonly tokens: KeptTokens }
  /** There are no tokens, or the provider does not accept them any more. */
  | { readonly kind: "sign_in_again" }
  /** The provider does not respond, or not as it should. */
  | { readonly kind: "unavailable"; readonly retry_after: number }
  /** The ID token that came with the response is wrong, and will be again. */
  | { readonly kind: "refused"; readonly refusal: ProviderRefusal };

interface VaultOptions extends Pick<Context, "now" | "pause"> {
  readonly log: Pick<Context["log"], "warn">;
  readonly kept: KeptTokenStore;
  readonly client: ProviderClient;
  readonly leases: Context["store"]["leases"];
  /** Seconds for which tokens are kept without a use. */
  readonly keptFor: () => number;
}

/**
 * Seconds after which another server may refresh the same tokens, should this one have stopped: longer than the requests of a
 * refresh take at most, so that a refresh token is never presented twice.
 */
const LEASE_TTL = 60;

/** How often, and after how many milliseconds each, a request looks whether the refresh of another one has ended. */
const MAX_LOOKS = 25;
const LOOK_AFTER_MS = 200;

const MAX_WRITES = 3;
const WRITE_AGAIN_AFTER_MS = 500;

const RETRY_AFTER = 5;

export function createVault(options: VaultOptions): Vault {
  const { kept, client, leases, now, pause, log, keptFor } = options;

  const find = async (of: TokenOwner, provider: ProviderRecord) => {
    const found = await kept.find(of, now());
    return found !== undefined && isIssuedBy(found.tokens, provider) ? found : undefined;
  };

  /** What can be said without the provider; the tokens as they were found where they have to be refreshed. */
  const look = async (
    of: TokenOwner,
    provider: ProviderRecord,
  ): Promise<Extract<Access, { readonly kind: "usable" | "sign_in_again" }> | Refreshable> => {
    const found = await find(of, provider);
    if (found === undefined) return signInAgain;
    if (isUsable(found.tokens, now())) {
      await prolong(found);
      return { kind: "usable", tokens: found.tokens };
    }
    const { refresh_token } = found.tokens;
    return refresh_token === undefined
      ? signInAgain
      : { kind: "refreshable", found, refresh_token };
  };

  /** A use counts once in a while, so that most uses write nothing. It also seals the tokens with the present system secret. */
  const prolong = async (found: FoundTokens): Promise<void> => {
    if (found.expires_at - now() > keptFor() / 2) return;
    await kept.replace(found, found.tokens, now() + keptFor());
  };

  const refresh = async (of: TokenOwner, provider: ProviderRecord): Promise<Access> => {
    const [name, holder] = [`kept-token:${leaseName(of)}`, randomId()];
    if (!(await leases.take(name, holder, now(), LEASE_TTL))) return awaitOther(of, provider);
    try {
      const looked = await look(of, provider); // Another server may have refreshed them meanwhile.
      return looked.kind === "refreshable" ? await present(looked, provider) : looked;
    } finally {
      await leases.release(name, holder).catch(() => {}); // Otherwise it expires.
    }
  };

  const awaitOther = async (of: TokenOwner, provider: ProviderRecord): Promise<Access> => {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      await pause(LOOK_AFTER_MS);
      const looked = await look(of, provider);
      if (looked.kind !== "refreshable") return looked;
    }
    return unavailable;
  };

  /** Presents a refresh token at the provider. */
  const present = async (
    { found, refresh_token }: Refreshable,
    provider: ProviderRecord,
  ): Promise<Access> => {
    const { provider_subject } = found.tokens;
    try {
      const issued = await client.refresh(provider, { refresh_token, provider_subject });
      return await store(found, afterRefresh(issued, found.tokens, now()), provider);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { reason: refusal, detail, is_refusal } = error;
      log.warn("kept tokens not refreshed", { provider: provider.id, reason: refusal, detail });
      const isOfAnother = refusal === "provider_user_other";
      if (!is_refusal && !isOfAnother)
        return isWrongIdToken(refusal) ? { kind: "refused", refusal } : unavailable;
      // What another user's refresh token would get is of no use, and must not be asked for again.
      const isDiscarded = await kept.discard(found);
      if (isDiscarded) return isOfAnother ? { kind: "refused", refusal } : signInAgain;
      // The user has signed in again meanwhile.
      const looked = await look(found, provider);
      return looked.kind === "refreshable" ? unavailable : looked;
    }
  };

  /**
   * Keeps what the provider issued. Where a sign-in has kept tokens meanwhile, its refresh token stays, if it brought one; if it did
   * not, the one that is kept was just used up, and the new one takes its place.
   */
  const store = async (
    found: FoundTokens,
    tokens: KeptTokens,
    provider: ProviderRecord,
  ): Promise<Access> => {
    let seen = found;
    for (let writes = 1; ; writes += 1) {
      try {
        if (await kept.replace(seen, tokens, now() + keptFor())) return { kind: "usable", tokens };
        const newer = await find(seen, provider);
        if (newer === undefined) return signInAgain;
        if (newer.tokens.refresh_token !== found.tokens.refresh_token)
          return { kind: "usable", tokens: newer.tokens };
        seen = newer;
      } catch (error) {
        // The provider has issued them already: a database that fails over must not lose them.
        if (!(error instanceof StoreUnavailableError) || writes >= MAX_WRITES) throw error;
        await pause(WRITE_AGAIN_AFTER_MS);
      }
      if (writes >= MAX_WRITES) return unavailable;
    }
  };

  return {
    async keep(subject, provider, { tokens, provider_subject }) {
      if (!provider.keep_tokens || tokens === undefined) return;
      await kept.keep(
        { subject, provider_id: provider.id },
        (before) => afterSignIn(tokens, provider, provider_subject, before, now()),
        { now: now(), expires_at: now() + keptFor() },
      );
    },

    async accessToken(subject, provider) {
      const of = { subject, provider_id: provider.id };
      const looked = await look(of, provider);
      return looked.kind === "refreshable" ? refresh(of, provider) : looked;
    },
  };
}

interface Refreshable {
  readonly kind: "refreshable";
  readonly found: FoundTokens;
  readonly refresh_token: string;
}

const signInAgain = { kind: "sign_in_again" } as const;
const unavailable = { kind: "unavailable", retry_after: RETRY_AFTER } as const;

function leaseName({ subject, provider_id }: TokenOwner): string {
  return hash("sha256", JSON.stringify([subject, provider_id]), "base64url");
}
