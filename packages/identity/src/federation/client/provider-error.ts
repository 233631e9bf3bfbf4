import type { ProviderRefusal } from "@latchkey/api";
import { KeysUnavailableError } from "@latchkey/server/feature/endpoints";
import { ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";
import { isPassing } from "../rules/provider-refusal.ts";
import { OutboundFetchError } from "./outbound-fetch.ts";

/** The provider cannot be used, or its response is not acceptable. Nothing of what it sent is part of it, but error codes. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly reason: ProviderRefusal;
  /** For the log: a code, of the provider or of the library. */
  readonly detail: string | undefined;

  constructor(reason: ProviderRefusal, detail?: string) {
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.reason = reason;
    this.detail = detail;
  }

  /** Whether the same may succeed a little later. */
  get is_passing(): boolean {
    return isPassing(this.reason);
  }

  /** Whether the provider does not accept a code or a refresh token, and will not later either. */
  get is_refusal(): boolean {
    return this.reason === "provider_code_refused";
  }
}

/** What is asked of the provider. */
export type Stage = "metadata" | "token" | "userinfo";

/** Turns errors of the library into reasons. */
export async function asProviderError<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProviderError ? error : providerErrorOf(error, stage);
  }
}

function providerErrorOf(error: unknown, stage: Stage): ProviderError {
  const chain = causesOf(error);
  const sent = chain.find((cause) => cause instanceof OutboundFetchError);
  if (sent !== undefined) return outboundError(sent);
  if (chain.some((cause) => cause instanceof KeysUnavailableError))
    return new ProviderError("provider_keys_unavailable");
  const code = bodyErrorOf(chain);
  const status = chain.map(statusOf).find((found) => found !== undefined);
  if (status !== undefined && (status >= 500 || status === 429))
    return new ProviderError("provider_failed", String(status));
  if (code !== undefined) return bodyError(code, stage);
  if (chain.some((cause) => cause instanceof WWWAuthenticateChallengeError))
    return new ProviderError(refused[stage], status === undefined ? undefined : String(status));
  const reason = claimRefusal(chain) ?? bodyRefusal(chain, stage) ?? invalid[stage];
  return new ProviderError(reason, libraryCode(error));
}

const refused: Readonly<Record<Stage, ProviderRefusal>> = {
  metadata: "provider_metadata_invalid",
  token: "provider_client_refused",
  userinfo: "provider_userinfo_failed",
};

const invalid: Readonly<Record<Stage, ProviderRefusal>> = {
  ...refused,
  token: "provider_response_invalid",
};

const MAX_CAUSES = 5;

/** An error and its causes. */
function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause !== undefined; depth += 1) {
    chain.push(cause);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return chain;
}

/** A request that was not sent, or not responded to within its limits. */
function outboundError({ message }: OutboundFetchError): ProviderError {
  if (ADDRESSES.has(message)) return new ProviderError("provider_address_refused", message);
  const isAway = message === "unreachable" || message === "timed_out";
  return new ProviderError(isAway ? "provider_unreachable" : "provider_response_invalid", message);
}

const ADDRESSES: ReadonlySet<string> = new Set([
  "url_malformed",
  "scheme_refused",
  "address_refused",
  "redirected",
]);

/** RFC 6749 §5.2. GitHub responds 200 all the same, with codes of its own. */
const GRANT_REFUSALS: readonly string[] = [
  "invalid_grant",
  "bad_refresh_token",
  "bad_verification_code",
];

const PASSING_ERRORS: readonly string[] = ["server_error", "temporarily_unavailable", "slow_down"];

function bodyError(code: string, stage: Stage): ProviderError {
  const detail = /^[\w.-]{1,60}$/.test(code) ? code : "an error code that is none";
  if (PASSING_ERRORS.includes(code)) return new ProviderError("provider_failed", detail);
  const isGrant = stage === "token" && GRANT_REFUSALS.includes(code);
  return new ProviderError(isGrant ? "provider_code_refused" : refused[stage], detail);
}

/** The error code of a response: of its status, or of a body with the status 200. */
function bodyErrorOf(chain: readonly unknown[]): string | undefined {
  for (const cause of chain) {
    if (cause instanceof ResponseBodyError) return cause.error;
    const body = isObject(cause) ? cause["body"] : undefined;
    if (isObject(body) && typeof body["error"] === "string") return body["error"];
  }
  return undefined;
}

function statusOf(cause: unknown): number | undefined {
  if (cause instanceof Response) return cause.status;
  const status = isObject(cause) ? cause["status"] : undefined;
  return typeof status === "number" ? status : undefined;
}

/** The claim of the ID token that is not as it has to be. */
function claimRefusal(chain: readonly unknown[]): ProviderRefusal | undefined {
  for (const cause of chain) {
    if (!isObject(cause) || !isObject(cause["claims"])) continue;
    const { claim } = cause;
    return (typeof claim === "string" ? claims[claim] : undefined) ?? "provider_id_token_invalid";
  }
  return undefined;
}

/** What a response lacks, or says of another user. */
function bodyRefusal(chain: readonly unknown[], stage: Stage): ProviderRefusal | undefined {
  const cause = chain.find((one) => isObject(one) && isObject(one["body"]));
  if (!isObject(cause) || !isObject(cause["body"])) return undefined;
  if (cause["attribute"] === "sub") return "provider_user_other";
  const { access_token, id_token } = cause["body"];
  const isWithout = typeof access_token === "string" && id_token === undefined;
  return stage === "token" && isWithout ? "provider_id_token_missing" : undefined;
}

const claims: Readonly<Record<string, ProviderRefusal>> = {
  iss: "provider_iss_wrong",
  aud: "provider_aud_wrong",
  azp: "provider_azp_wrong",
  nonce: "provider_nonce_wrong",
  exp: "provider_token_expired",
  nbf: "provider_token_expired",
  iat: "provider_token_expired",
};

function libraryCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
