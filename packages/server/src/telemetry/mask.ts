/** What may be shown of a request. Whatever is not known to be harmless is masked. */

const SHOWN = new Set(
  `client_id response_type response_mode redirect_uri post_logout_redirect_uri scope audience prompt max_age ui_locales
   acr_values display code_challenge_method grant_type token_type_hint client_assertion_type owner
   subject remember remember_for grant_scope grant_access_token_audience acr amr workspace_id
   error error_description error_hint status_code iss expires_in token_type handled_at`.split(
    /\s+/,
  ),
);

/** Of these not even the beginning is shown: people choose them, and choose them short. */
const HIDDEN = /secret|password|assertion|cookie/;

const URLS = new Set(["redirect_uri", "post_logout_redirect_uri"]);

const MASK = "…";
const LONGEST_SHOWN = 400;
/** Beyond this a value is not looked at: masks only ever shorten. */
const LONGEST_READ = 2_000;
const MOST_PARAMETERS = 40;
/** Of all parameters of a request together, so that a step takes little room whatever was sent. */
const MOST_CHARACTERS = 4_000;

/** A value under its mask: the first six characters at most, and never more than a quarter. */
function mask(name: string, value: string): string {
  if (HIDDEN.test(name)) return MASK;
  return value.slice(0, Math.min(6, Math.floor(value.length / 4))) + MASK;
}

/** A parameter as it may be shown. */
function showParameter(name: string, value: string): string {
  if (!SHOWN.has(name)) return mask(name, value);
  const start = value.slice(0, LONGEST_READ);
  const shown = scrub(URLS.has(name) ? maskUrl(start) : start, []);
  return shown.length > LONGEST_SHOWN ? shown.slice(0, LONGEST_SHOWN) + MASK : shown;
}

/** Parameters as they may be shown. A name that is no word may be a secret that lost its way. */
export function showParameters(
  parameters: Iterable<readonly [string, string]>,
): Record<string, string> {
  let room = MOST_CHARACTERS;
  const shown = [...parameters]
    .filter(([name]) => WORD.test(name))
    .slice(0, MOST_PARAMETERS)
    .map(([name, value]) => {
      const text = showParameter(name, value);
      room -= text.length;
      return [name, room > 0 ? text : MASK];
    });
  return Object.fromEntries(shown);
}

const WORD = /^[a-z][a-z_]{0,40}$/;

/** A URL with the secrets in its query, its fragment and before its host masked. */
export function maskUrl(text: string): string {
  const isPath = text.startsWith("/");
  const url = URL.parse(text, isPath ? "http://here" : undefined);
  if (url === null) return mask("url", text);
  const { search, hash } = url;
  url.username = url.password = url.search = url.hash = "";
  const start = (isPath ? url.pathname : url.href).slice(0, LONGEST_READ);
  return `${start}${maskPairs("?", search)}${maskPairs("#", hash)}`;
}

function maskPairs(mark: string, text: string): string {
  if (text.length < 2) return "";
  const pairs = Object.entries(showParameters(new URLSearchParams(text.slice(1))));
  return pairs.length === 0
    ? `${mark}${MASK}`
    : mark + pairs.map((pair) => pair.join("=")).join("&");
}

/** The values that were masked, so that no sentence repeats them. */
export function secretsIn(parameters: Iterable<readonly [string, string]>): string[] {
  return [...parameters]
    .filter(([name, value]) => value.length >= SHORTEST_SECRET && !SHOWN.has(name))
    .map(([, value]) => value);
}

const SHORTEST_SECRET = 6;

/** A sentence without these secrets, and without anything that looks like a code or token of ours. */
export function scrub(sentence: string, secrets: readonly string[]): string {
  const scrubbed = secrets.reduce((text, secret) => text.replaceAll(secret, MASK), sentence);
  return maskTokens(scrubbed);
}

/**
 * Masks what looks like a JWT or a token of ours. Runs of token characters are found first, and each is searched once from its
 * start, so that the time is linear in the text; a single expression for a JWT would start over at every `eyJ`.
 */
function maskTokens(text: string): string {
  return text.replaceAll(RUN, (run) => {
    const jwt = run.indexOf("eyJ");
    const own = run.search(OWN);
    const start =
      jwt === -1 || run.length - jwt < SHORTEST_JWT ? own : own === -1 ? jwt : Math.min(jwt, own);
    return start === -1 ? run : run.slice(0, start) + MASK;
  });
}

const RUN = /[\w.-]{12,}/g;
const OWN = /lk_[a-z]{1,8}_[\w-]{8}/;

/** The header of the shortest JWT, cut or whole. */
const SHORTEST_JWT = 16;
