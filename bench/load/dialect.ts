/** Server-specific parts of a flow: paths, and the login and consent handoff. */
export interface Dialect {
  readonly authorize: string;
  readonly token: string;
  readonly userinfo: string;
  readonly scope: string;
  /** Path of the login or consent request, from the URL that the browser was redirected to. */
  details(step: Step, location: URL): string;
  accept(
    step: Step,
    location: URL,
    subject: string,
  ): { method: string; path: string; body: string };
}

export type Step = "login" | "consent";
export type DialectName = keyof typeof dialects;

const SCOPE = "openid offline_access";
const consent = { grant_scope: SCOPE.split(" ") };

const latchkey: Dialect = {
  authorize: "/oauth2/auth",
  token: "/oauth2/token",
  userinfo: "/userinfo",
  scope: SCOPE,
  details: (step, location) => `/oauth2/auth/requests/${step}${challengeOf(step, location)}`,
  accept: (step, location, subject) => ({
    method: "PUT",
    path: `/oauth2/auth/requests/${step}/accept${challengeOf(step, location)}`,
    body: JSON.stringify(step === "login" ? { subject } : consent),
  }),
};

const oidc_provider: Dialect = {
  authorize: "/auth",
  token: "/token",
  userinfo: "/me",
  scope: "openid",
  details: (_, location) => location.pathname,
  accept: (step, location, subject) => ({
    method: "POST",
    path: `${location.pathname}/${step}?subject=${subject}`,
    body: "",
  }),
};

export const dialects = { latchkey, oidc_provider };

function challengeOf(step: Step, location: URL): string {
  const name = `${step}_challenge`;
  const challenge = location.searchParams.get(name);
  if (challenge === null) throw new Error(`No ${name} in ${location.href}`);
  return `?${name}=${encodeURIComponent(challenge)}`;
}
