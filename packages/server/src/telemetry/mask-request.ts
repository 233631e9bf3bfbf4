/**
 * Masks the secrets of requests that the inspector and error messages show. The caller chooses the names of parameters, so
 * every one that is not known to be harmless is masked. Fields of log lines have names of our own: `mask-log-fields.ts`.
 */

const SHOWN = new Set(
  `client_id response_type response_mode redirect_uri post_logout_redirect_uri scope audience resource prompt max_age ui_locales
   acr_values display requested_expiry auth_time code_challenge_method dpop_jkt grant_type token_type_hint client_assertion_type owner
   subject_token_type actor_token_type requested_token_type issued_token_type
   subject remember remember_for grant_scope grant_access_token_audience acr amr workspace_id
   redirect_uris grant_types response_types application_type token_endpoint_auth_method
   error error_description error_hint status_code iss expires_in token_type handled_at`.split(
    /\s+/,
  ),
);

/** Masked entirely, without their first characters: users choose them, and may choose short ones. */
const HIDDEN = /secret|password|assertion|cookie/;

const URLS = new Set(["redirect_uri", "redirect_uris", "post_logout_redirect_uri"]);

const MASK = "…";
const MAX_SHOWN = 400;
/** Characters of a value that are read. The rest could not be shown, since masking only shortens. */
const MAX_READ = 2_000;
const MAX_PARAMETERS = 40;
/** Characters of all parameters of a request together, to limit the size of a stored step. */
const MAX_CHARACTERS = 4_000;

/** A masked value: at most its first six characters, and at most a quarter of it. */
function mask(name: string, value: string): string {
  if (HIDDEN.test(name)) return MASK;
  return value.slice(0, Math.min(6, Math.floor(value.length / 4))) + MASK;
}

function showParameter(name: string, value: string): string {
  if (!SHOWN.has(name)) return mask(name, value);
  const start = value.slice(0, MAX_READ);
  const shown = scrub(URLS.has(name) ? maskUrls(start) : start, []);
  return shown.length > MAX_SHOWN ? shown.slice(0, MAX_SHOWN) + MASK : shown;
}

/** The parameters, masked. Unusual names are left out: a secret may have been sent as a name. */
export function showParameters(
  parameters: Iterable<readonly [string, string]>,
): Record<string, string> {
  let remaining = MAX_CHARACTERS;
  const shown = [...parameters]
    .filter(([name]) => WORD.test(name))
    .slice(0, MAX_PARAMETERS)
    .map(([name, value]) => {
      const text = showParameter(name, value);
      remaining -= text.length;
      return [name, remaining > 0 ? text : MASK];
    });
  return Object.fromEntries(shown);
}

const WORD = /^[a-z][a-z_]{0,40}$/;

function maskUrls(text: string): string {
  return text.split(" ").map(maskUrl).join(" ");
}

/** A URL with its userinfo removed and the secrets in its query and fragment masked. */
export function maskUrl(text: string): string {
  const isPath = text.startsWith("/");
  const url = URL.parse(text, isPath ? "http://localhost" : undefined);
  if (url === null) return mask("url", text);
  const { search, hash } = url;
  url.username = url.password = url.search = url.hash = "";
  const start = (isPath ? url.pathname : url.href).slice(0, MAX_READ);
  return `${start}${maskPairs("?", search)}${maskPairs("#", hash)}`;
}

function maskPairs(mark: string, text: string): string {
  if (text.length < 2) return "";
  const pairs = Object.entries(showParameters(new URLSearchParams(text.slice(1))));
  return pairs.length === 0
    ? `${mark}${MASK}`
    : mark + pairs.map((pair) => pair.join("=")).join("&");
}

/** The values that are masked, to be removed from error descriptions too. */
export function secretsIn(parameters: Iterable<readonly [string, string]>): string[] {
  return [...parameters]
    .filter(([name, value]) => value.length >= MIN_SECRET && !SHOWN.has(name))
    .map(([, value]) => value);
}

/** Shorter values are too common to be replaced in a text. */
export const MIN_SECRET = 6;

/** A text without these secrets, and without anything that looks like a code or token of this server. */
export function scrub(sentence: string, secrets: readonly string[]): string {
  const scrubbed = secrets.reduce((text, secret) => text.replaceAll(secret, MASK), sentence);
  return maskTokens(scrubbed);
}

/**
 * Masks what looks like a JWT or a token of this server. Runs of token characters are found first, and each is searched once
 * from its start, which takes linear time; a single expression for a JWT would start over at every `eyJ`.
 */
function maskTokens(text: string): string {
  return text.replaceAll(RUN, (run) => {
    const jwt = run.indexOf("eyJ");
    const own = run.search(OWN);
    const start =
      jwt === -1 || run.length - jwt < MIN_JWT ? own : own === -1 ? jwt : Math.min(jwt, own);
    return start === -1 ? run : run.slice(0, start) + MASK;
  });
}

const RUN = /[\w.-]{12,}/g;
const OWN = /lk_[a-z]{1,8}_[\w-]{8}/;

/** Characters of the header of the shortest JWT, which may be cut off. */
const MIN_JWT = 16;
