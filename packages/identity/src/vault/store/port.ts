import type { KeptTokens } from "../rules/kept-tokens.ts";

/** The tokens of providers, for each user and provider those of the last sign-in or refresh. Rows expire. */
export interface KeptTokenStore {
  /**
   * Keeps what `next` makes of those that are there. Nothing is written, and false returned, where the user is not linked with
   * the provider.
   */
  keep(
    of: TokenOwner,
    next: (present: KeptTokens | undefined) => KeptTokens,
    times: { readonly now: number; readonly expires_at: number },
  ): Promise<boolean>;
  /** Undefined too when no system secret opens them any more. */
  find(of: TokenOwner, now: number): Promise<FoundTokens | undefined>;
  /** Replaces tokens that are still as they were found; false otherwise. */
  replace(found: FoundTokens, tokens: KeptTokens, expires_at: number): Promise<boolean>;
  /** Removes tokens that are still as they were found; false otherwise. */
  discard(found: FoundTokens): Promise<boolean>;
  /** By provider. */
  list(subject: string, now: number): Promise<readonly ListedTokens[]>;
  /** False when there were none. */
  remove(of: TokenOwner): Promise<boolean>;
  /** Returns how many there were. */
  removeOfUser(subject: string): Promise<number>;
  removeOfProvider(provider_id: string): Promise<void>;
}

export interface TokenOwner {
  readonly subject: string;
  readonly provider_id: string;
}

export interface FoundTokens extends TokenOwner {
  readonly tokens: KeptTokens;
  /** Unix seconds. */
  readonly expires_at: number;
  /** As they are stored, which is different each time that they are written. */
  readonly sealed: Uint8Array;
}

/** That tokens are kept, without any of them. */
interface ListedTokens extends TokenOwner {
  /** Empty when no system secret opens the tokens any more. */
  readonly scope: readonly string[];
  /** Unix seconds: the first sign-in since which they are kept. */
  readonly kept_at: number;
  readonly expires_at: number;
}
