import type { Difference } from "./compare.ts";
import type { Facts } from "./facts.ts";

/** An answer that differs from the other server's for a reason. */
export interface ExpectedDifference {
  /** A name for it. */
  readonly rule: string;
  /** Whether this server answers otherwise on purpose, or the thing was not carried. */
  readonly kind: "differs on purpose" | "not carried";
  /** The folders it is about, by name; all when left out. */
  readonly of?: RegExp;
  readonly entry: RegExp;
  /** The place in the answer. */
  readonly path: RegExp;
  /** What the other server answered, as JSON; anything when left out. */
  readonly expected?: RegExp;
  /** What this server answers, as JSON; anything when left out. */
  readonly got?: RegExp;
  /** Both of them, as `EXPECTED => GOT`. */
  readonly becomes?: RegExp;
  readonly why: string;
}

/** The rule for a difference. */
export function findRule(
  { name }: Pick<Facts, "name">,
  entry: string,
  { path, ...difference }: Difference,
): ExpectedDifference | undefined {
  const [expected, got] = [difference.expected, difference.got].map(
    (value) => JSON.stringify(value) ?? "undefined",
  );
  return expectedDifferences.find(
    (rule) =>
      (rule.of?.test(name) ?? true) &&
      rule.entry.test(entry) &&
      rule.path.test(path) &&
      (rule.expected?.test(String(expected)) ?? true) &&
      (rule.got?.test(String(got)) ?? true) &&
      (rule.becomes?.test(`${expected} => ${got}`) ?? true),
  );
}

/** Each row is used, or the run fails. */
export const expectedDifferences: readonly ExpectedDifference[] = [
  {
    rule: "introspection names the login",
    kind: "differs on purpose",
    of: /^v1/,
    entry: /^(?:tokens|codes|trust)\/.*introspect|new_access$/,
    path: /^(?:body\.)?(?:auth_time|acr|amr)$/,
    expected: /^undefined$/,
    why: "auth_time and acr are beside what the other server has (RFC 9470 §6), without the prefix /admin.",
  },
  {
    rule: "userinfo refuses with invalid_token",
    kind: "differs on purpose",
    entry: /^tokens\/.* userinfo$/,
    path: /^(?:error|status)$/,
    expected: /token_expired|request_unauthorized|token_signature_mismatch|400/,
    got: /invalid_token|401/,
    why: "RFC 6750 §3.1 has one code for a token that is not valid.",
  },
  {
    rule: "userinfo without a user",
    kind: "differs on purpose",
    entry: /^tokens\/(?:\w+-)?(?:cc|bearer)-.* userinfo$/,
    path: /^(?:status|body|error)/,
    got: /^(?:401|"invalid_token"|"request_unauthorized"|undefined)$/,
    why: "A token of client_credentials or of an assertion has no user to speak of.",
  },
  {
    rule: "refresh tokens that are not valid",
    kind: "differs on purpose",
    entry: /^tokens\/.* (?:refresh|reuse)$/,
    path: /^(?:status|error)$/,
    expected: /^(?:401|"token_inactive"|"invalid_request")$/,
    got: /^(?:400|"invalid_grant")$/,
    why: "RFC 6749 §5.2: a refresh token that is expired, revoked or used is invalid_grant.",
  },
  {
    rule: "a replayed assertion",
    kind: "differs on purpose",
    entry: /^assertions\/.* replay$/,
    path: /^(?:status|error)$/,
    expected: /^(?:400|"jti_known")$/,
    got: /^(?:400|401|"invalid_client"|"invalid_grant")$/,
    why: "RFC 7521 §4.2.1 and RFC 7523 §3.1 name the codes.",
  },
  {
    rule: "audience of an assertion's token",
    kind: "differs on purpose",
    entry: /^trust\/.* introspect$/,
    path: /^aud(?:$|\[)/,
    why: "The token is for the API that was requested, not for this server.",
  },
  {
    rule: "keys have all their parameters",
    kind: "differs on purpose",
    of: /^v1|-upgraded-/,
    entry: /^key_sets\//,
    path: /\.(?:dp|dq|qi)$/,
    expected: /^undefined$/,
    why: "RFC 7518 §6.3.2: what follows from the primes is shown beside them.",
  },
  {
    rule: "keys of access tokens are published",
    kind: "differs on purpose",
    of: /^v1(?!.*-jwt)/,
    entry: /^jwks$/,
    path: /^public:[\w.-]+$/,
    expected: /^undefined$/,
    got: /^\{"kty":"RSA","use":"sig","alg":"RS256","n":"[^"]+","e":"AQAB"\}$/,
    why: "The keys of the set hydra.jwt.access-token verify tokens of clients and APIs that have JWTs, as in the second generation.",
  },
  {
    rule: "the claims parameter",
    kind: "differs on purpose",
    entry: /^discovery$/,
    path: /^claims_parameter_supported$/,
    why: "It is supported here.",
  },
  {
    rule: "PKCE with plain",
    kind: "differs on purpose",
    of: /^v(?:26|1\.11)/,
    entry: /^discovery$/,
    path: /^code_challenge_methods_supported$/,
    why: "RFC 9700 §2.1.1: clients are offered S256 alone.",
  },
  {
    rule: "verifiable credentials",
    kind: "differs on purpose",
    of: /^v26/,
    entry: /^discovery$/,
    path: /^credentials_/,
    why: "The draft is not implemented.",
  },
  {
    rule: "consents name the redirect URI",
    kind: "differs on purpose",
    of: /^v1/,
    entry: /^consent_sessions\//,
    path: /^consent_request\.redirect_uri$/,
    expected: /^undefined$/,
    why: "A consent page shows its host; under /admin it is left out, as the other server has it.",
  },
  {
    rule: "consents of sessions that ended",
    kind: "differs on purpose",
    entry: /^consent_sessions\//,
    path: /^consent_request\.login_session_id$/,
    expected: /^undefined$/,
    why: "The session is still the sid of the ID tokens.",
  },
  {
    rule: "consents whose tokens were revoked or expired",
    kind: "not carried",
    entry: /^consent_sessions\/(?:carol|henry)(?:old-|new-|after-)? at /,
    path: /^$/,
    got: /^"not listed"$/,
    why: "They were not remembered, and nothing of them is alive: they allow nothing.",
  },
  {
    rule: "logouts that were done",
    kind: "not carried",
    entry: /^logouts\/.*-?logout-done get$/,
    path: /^(?:status|begins_again)$/,
    got: /^(?:404|undefined)$/,
    why: "A logout that came to its end has nothing left to carry; its challenge is unknown.",
  },
  {
    rule: "the key of the other server's TLS certificate",
    kind: "not carried",
    of: /^v1|-upgraded-/,
    entry: /^key_sets\/hydra\.https-tls$/,
    path: /^(?:public|private):[\w.-]+$/,
    expected: /^\{"use":"sig","kty":"RSA","alg":"RS256",/,
    got: /^undefined$/,
    why: "It is self-signed and belongs to the other server's own listener.",
  },
  {
    rule: "flows begin again",
    kind: "not carried",
    entry: /^flows\//,
    path: /^(?:status|body|begins_again)$/,
    got: /^(?:410|409|undefined|true)$/,
    why: "Their challenges live for minutes: the app sends the browser to redirect_to, and the user signs in once.",
  },
  {
    rule: "flows that begin again end in a new login",
    kind: "not carried",
    entry: /^flows\/.* redeem$/,
    path: /^(?:returns|scope|id_token\.claims\.(?:rat|sid|acr|amr|auth_time|email|groups))/,
    why: "The tokens are those of the login and the consent that the user gives now.",
  },
  {
    rule: "c_hash at the token endpoint",
    kind: "differs on purpose",
    entry: /^codes\/.* redeem$/,
    path: /^id_token\.claims\.c_hash$/,
    got: /^undefined$/,
    why: "OpenID Connect Core §3.3.3.6: it is of the ID token that comes with a code, which this one does not.",
  },
  {
    rule: "logout tokens expire",
    kind: "differs on purpose",
    entry: /^logouts\/.* back_channel$/,
    path: /claims\.exp$/,
    expected: /^undefined$/,
    why: "Back-Channel Logout 1.0 §2.4 requires it.",
  },
  {
    rule: "amr of consents",
    kind: "differs on purpose",
    of: /^v1\.11/,
    entry: /^(?:consent_sessions|flows)\//,
    path: /^(?:body\.|consent_request\.)+amr$/,
    got: /^undefined$/,
    why: "Without the prefix /admin requests are those of 1.9, which have none; ID tokens have it.",
  },
  {
    rule: "the client of logout requests",
    kind: "differs on purpose",
    of: /^v1\.11/,
    entry: /^logouts\/.* get$/,
    path: /^body\.client_id$/,
    got: /^undefined$/,
    why: "Without the prefix /admin requests are those of 1.9, which do not name it.",
  },
  {
    rule: "the key that signs",
    kind: "differs on purpose",
    of: /-rotated$|-upgraded-postgres$/,
    entry: /^(?:tokens|codes|flows)\//,
    path: /^id_token\.header\.kid$/,
    expected: /^"(?:public:|private:|[0-9a-f]{8}-)/,
    why: "The header names the key that signed, which is the newest; the other server repeats the name that the session had at its issue.",
  },
  {
    rule: "keys of trusted issuers",
    kind: "differs on purpose",
    entry: /^trust\/.* (?:listed|get)$/,
    path: /^(?:body\.)?jwks$/,
    expected: /^undefined$/,
    why: "The record has its keys; there is no key set of that name.",
  },
  {
    rule: "the grace period of refresh tokens",
    kind: "differs on purpose",
    of: /-grace$/,
    entry: /^tokens\/.* (?:introspect|after_refresh old_refresh)$/,
    path: /^(?:body\.)?(?:active|aud|client_id|exp|ext|iat|iss|nbf|obfuscated_subject|scope|sub|token_type|token_use)$/,
    becomes: /^(?:true => false|.* => undefined)$/,
    why: "Within at most five minutes a used refresh token gets the same successor; later it is inactive.",
  },
  {
    rule: "the grace period of refresh tokens that are used again",
    kind: "differs on purpose",
    of: /-grace$/,
    entry: /^tokens\/.* reuse$/,
    path: /^(?:status|error|returns|scope|token_type|expires_in|id_token)$/,
    becomes: /^(?:200 => 400|undefined => "invalid_grant"|.* => undefined)$/,
    why: "After five minutes a used refresh token is a replay.",
  },
  {
    rule: "the grace period of a chain",
    kind: "differs on purpose",
    of: /-grace$/,
    entry: /^tokens\/.* chain_after_reuse$/,
    path: /^\S+\.(?:access|refresh)$/,
    becomes: /^true => false$/,
    why: "A replay revokes the grant.",
  },
  {
    rule: "cookies of 1.x after an upgrade",
    kind: "differs on purpose",
    of: /-upgraded-postgres$/,
    entry: /^(?:sessions|remembered_consents)\//,
    path: /^(?:login_skip|consent_skip|session_id|subject|error|goes_to)$/,
    becomes:
      /^(?:false => true|undefined => "[\da-f-]{36}"|"" => "[\w-]+"|"login_required" => undefined|"https:\/\/app\.example\.com\/cb" => "https:\/\/login\.example\.com\/login")$/,
    why: "The upgraded server no longer reads them and forgot the consents; here both go on.",
  },
  {
    rule: "consents after an upgrade",
    kind: "differs on purpose",
    of: /-upgraded-postgres$/,
    entry: /^consent_sessions\/.* others$/,
    path: /^$/,
    becomes: /^\[\] => \["/,
    why: "The upgrade marked consents as rejected although they were granted; here they are listed.",
  },
  {
    rule: "clients of a session after an upgrade",
    kind: "differs on purpose",
    of: /-upgraded-postgres$/,
    entry: /^logouts\/.* (?:follow|back_channel)$/,
    path: /^(?:|status|location|iframes)$/,
    becomes:
      /^(?:302 => 200|"https:.*" => undefined|undefined => \["https:.*\]|\[\] => \[\{"path":"\/fx-.*\])$/,
    why: "The upgraded server forgot which clients a session of 1.x had; here they are notified.",
  },
  {
    rule: "refresh after an upgrade",
    kind: "differs on purpose",
    of: /-upgraded-postgres$/,
    entry: /^tokens\/(?:luke-basic|oscar)\.refresh /,
    path: /^(?:status|error|returns|scope|token_type|expires_in|id_token)$/,
    becomes: /^(?:500 => 200|"server_error" => undefined|undefined => .+)$/,
    why: "The upgraded server fails where the login session had ended; here the token is refreshed.",
  },
  {
    rule: "flows after an upgrade",
    kind: "differs on purpose",
    of: /-upgraded-postgres$/,
    entry: /^flows\/.* ends_at$/,
    path: /^(?:url|params)$/,
    becomes: /^undefined => (?:"https:\/\/app\.example\.com\/cb"|\["code","scope","state"\])$/,
    why: "The upgraded server lost them; here the user signs in once.",
  },
  {
    rule: "consents of device codes",
    kind: "not carried",
    of: /^v26/,
    entry: /^consent_sessions\/dora\S* at /,
    path: /^(?:|consent_request\.login_session_id)$/,
    why: "A code that was approved and not redeemed is not carried, and its consent neither: of two alike, one is listed.",
  },
  {
    rule: "the time of a device's token",
    kind: "differs on purpose",
    of: /^v26/,
    entry: /^tokens\/\S*dora\S* userinfo$/,
    path: /^body\.iat$/,
    why: "It is issued when the device asks for it, not when the user allowed it.",
  },
  {
    rule: "device codes",
    kind: "not carried",
    entry: /^devices\/.* (?:accept_user_code|poll)$/,
    path: /^(?:status|error|returns|scope|token_type|expires_in|id_token)$/,
    becomes:
      /^(?:200 => 400|undefined => "invalid_(?:request|grant)"|"authorization_pending" => "invalid_grant"|.* => undefined)$/,
    why: "They live for minutes: the device asks for another code.",
  },
];
