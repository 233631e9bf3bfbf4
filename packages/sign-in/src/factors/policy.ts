/** What a sign-in needs, as a function of what is asked, what the account has and what was used. */

/** How strong a sign-in is: a password, two factors, or a passkey, which no other site can ask for (phishing-resistant). */
export type Strength = 1 | 2 | 3;

/** The names of levels in `acr`. A password alone has none. */
export interface AcrNames {
  readonly second_factor: string;
  readonly passkey: string;
}

/** The levels that a request asks for: each is a list of which one is enough, best first. */
export interface AskedLevels {
  /** A preference. */
  readonly preferred: readonly string[];
  /** What the login has to have; undefined where nothing is required. */
  readonly required: readonly string[] | undefined;
  /** What the client requires of every login, whatever a request says. */
  readonly always: readonly string[] | undefined;
  /** What the policy for the account asks of every sign-in. */
  readonly account: Strength;
}

/** The factors that an account has beside its password. */
export interface OwnedFactors {
  readonly totp: boolean;
  readonly passkey: boolean;
  /** It has others, which cannot be used here. */
  readonly unusable: boolean;
}

export type SecondFactor = "totp" | "passkey";

export type NextStep =
  | { readonly kind: "accept"; readonly acr: string | undefined }
  | { readonly kind: "ask"; readonly factor: SecondFactor }
  /** The account has no factor that would be enough: the user sets one up, and goes on with it. */
  | { readonly kind: "set_up"; readonly needed: Strength }
  /** It has one that cannot be used here. */
  | { readonly kind: "blocked" }
  /** No sign-in on these pages has such a level. */
  | { readonly kind: "refuse" };

/**
 * Decides what follows a step of a sign-in. An account with an authenticator app is asked for it, whatever the client. A password
 * alone sets up the first factor and no other: otherwise a stolen one would replace the factors that protect the account.
 */
export function nextStep(
  asked: AskedLevels,
  has: OwnedFactors,
  used: Strength,
  names: AcrNames,
): NextStep {
  const demands = [asked.required, asked.always].map((levels) => weakestOf(levels, names));
  if (demands.includes("unknown")) return { kind: "refuse" };
  const known = demands.filter((one) => one !== "unknown");
  const needed = strongest([has.totp ? 2 : 1, asked.account, ...known]);
  if (used < needed) return strengthen(needed, has, used);
  const wished = strengthOf(
    asked.preferred.find((level) => isWithinReach(level, has, names)),
    names,
  );
  const factor = wished !== undefined && used < wished ? factorFor(wished, has) : undefined;
  if (factor !== undefined) return { kind: "ask", factor };
  return { kind: "accept", acr: acrOf(asked, used, names) };
}

function strengthen(needed: Strength, has: OwnedFactors, used: Strength): NextStep {
  const factor = factorFor(needed, has);
  if (factor !== undefined) return { kind: "ask", factor };
  if (used === 1 && has.totp) return { kind: "ask", factor: "totp" };
  return used === 1 && has.unusable ? { kind: "blocked" } : { kind: "set_up", needed };
}

/**
 * Whether factors of an account may be changed after such a sign-in: it was as strong as factors allowed that were there by then.
 * Otherwise a stolen password would add a factor of its thief's, and pass as more than a password from then on.
 */
export function mayChangeFactors(
  factors: readonly { readonly created_at: number }[],
  used: Strength,
  signed_in_at: number,
): boolean {
  return used > 1 || !factors.some(({ created_at }) => created_at < signed_in_at);
}

/** RFC 8176: how strong a sign-in by these methods is. */
export function strengthOfMethods(amr: readonly string[]): Strength {
  if (amr.includes("hwk") || amr.includes("swk")) return 3;
  // A code alone came by mail, in place of the password, or was entered at another server.
  return amr.includes("mfa") || (amr.includes("pwd") && amr.includes("otp")) ? 2 : 1;
}

/** The methods once a code of the account's authenticator app was entered, too: `mfa` says so where there was no password here. */
export function withCode(amr: readonly string[]): readonly string[] {
  const code = amr.includes("otp") ? [] : ["otp"];
  return [...amr, ...code, ...(amr.includes("pwd") ? [] : ["mfa"])];
}

/** Whether a session that was signed in to so is enough for what the client and the account's policy ask of every login, by now. */
export function meetsAlways(
  { always, account }: Pick<AskedLevels, "always" | "account">,
  used: Strength,
  names: AcrNames,
): boolean {
  const demand = weakestOf(always, names);
  return demand !== "unknown" && used >= strongest([demand, account]);
}

/** The level to report: the first that was asked for and is met, else the highest that is met. */
export function acrOf(
  { required, preferred, always }: AskedLevels,
  used: Strength,
  names: AcrNames,
): string | undefined {
  const isMet = (level: string): boolean => (strengthOf(level, names) ?? Infinity) <= used;
  const own = { 1: undefined, 2: names.second_factor, 3: names.passkey }[used];
  return [...(required ?? []), ...preferred, ...(always ?? [])].find(isMet) ?? own;
}

/** The weakest of the levels, since one is enough. */
function weakestOf(levels: readonly string[] | undefined, names: AcrNames): Strength | "unknown" {
  if (levels === undefined || levels.length === 0) return 1;
  const known = levels.map((level) => strengthOf(level, names)).filter((one) => one !== undefined);
  return known.length === 0 ? "unknown" : known.reduce((one, other) => (one < other ? one : other));
}

function strongest(all: readonly Strength[]): Strength {
  return all.reduce((one, other) => (one > other ? one : other), 1);
}

function strengthOf(level: string | undefined, names: AcrNames): Strength | undefined {
  if (level === undefined || level === "") return undefined;
  if (level === names.second_factor) return 2;
  return level === names.passkey ? 3 : undefined;
}

function isWithinReach(level: string, has: OwnedFactors, names: AcrNames): boolean {
  const strength = strengthOf(level, names);
  return strength !== undefined && factorFor(strength, has) !== undefined;
}

/** A passkey counts as two factors: what the user has, and how it was unlocked. */
function factorFor(needed: Strength, has: OwnedFactors): SecondFactor | undefined {
  if (needed < 3 && has.totp) return "totp";
  return has.passkey ? "passkey" : undefined;
}
