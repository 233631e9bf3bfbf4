/** Seconds by which clocks may differ. */
const CLOCK_TOLERANCE = 30;

/** What is known of a sign-in at a provider, in seconds. */
export interface SignInThere {
  /** How long before it was asked for the user may have signed in; undefined where any sign-in will do. */
  readonly max_age: number | undefined;
  readonly asked_at: number;
  /** Undefined where the provider does not say it. */
  readonly auth_time: number | undefined;
}

/** OpenID Connect Core §3.1.3.7: whether the user signed in as recently as was asked for, as far as the provider says. */
export function isFreshSignIn({ max_age, asked_at, auth_time }: SignInThere): boolean {
  if (max_age === undefined || auth_time === undefined) return true;
  return auth_time + max_age + CLOCK_TOLERANCE >= asked_at;
}
