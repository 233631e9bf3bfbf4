/** What the login page begins with, as a function of what the client asks and of the accounts that signed in with this browser. */

/** An account that signed in with this browser. */
export interface KnownAccount {
  readonly subject: string;
  /**
   * The session of the account in this browser, if it has not ended: when the user signed in, in unix seconds, and whether so strongly
   * as client, request and policy ask.
   */
  readonly session: { readonly authenticated_at: number; readonly is_enough: boolean } | undefined;
}

/** What the client asks, and whom a hint of it names. */
export interface StartFacts {
  readonly prompt: readonly string[];
  readonly max_age: number | undefined;
  readonly accounts: readonly KnownAccount[];
  /** The account that the client names; undefined where it names none, or one that is not known in this browser. */
  readonly hinted: string | undefined;
  /** Whether the client names an account at all. */
  readonly is_hinted: boolean;
  /** Unix seconds. */
  readonly now: number;
}

export type Start =
  /** A password, or a passkey: of this account, if one is named. */
  | { readonly kind: "sign_in"; readonly subject?: string }
  | { readonly kind: "choose" }
  /** The session of this account goes on. */
  | { readonly kind: "continue"; readonly subject: string };

export function decideStart(facts: StartFacts): Start {
  const { prompt, accounts, hinted, is_hinted } = facts;
  const named = hinted === undefined ? {} : { subject: hinted };
  if (asksToSignIn(facts)) return { kind: "sign_in", ...named };
  if (prompt.includes("select_account"))
    return accounts.length > 0 ? { kind: "choose" } : { kind: "sign_in" };
  if (is_hinted) {
    const account = accounts.find(({ subject }) => subject === hinted);
    const isUsable = account !== undefined && canContinue(account, facts);
    return isUsable
      ? { kind: "continue", subject: account.subject }
      : { kind: "sign_in", ...named };
  }
  return accounts.some((account) => canContinue(account, facts))
    ? { kind: "choose" }
    : { kind: "sign_in" };
}

/** Whether picking this account is enough: it is signed in, recently and strongly enough. */
export function canContinue(
  { session }: KnownAccount,
  facts: Pick<StartFacts, "prompt" | "max_age" | "now">,
): boolean {
  if (session === undefined || !session.is_enough || asksToSignIn(facts)) return false;
  return facts.max_age === undefined || session.authenticated_at + facts.max_age >= facts.now;
}

/** OpenID Connect Core §3.1.2.1: `max_age=0` means the same as `prompt=login`. */
function asksToSignIn({ prompt, max_age }: Pick<StartFacts, "prompt" | "max_age">): boolean {
  return prompt.includes("login") || prompt.includes("create") || max_age === 0;
}
