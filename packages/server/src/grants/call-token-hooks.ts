import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import {
  claimsBefore,
  decideHookResponse,
  describeRefreshTokenHookRequest,
  describeTokenHookRequest,
  type HookClaims,
  type HookDecision,
  type HookedTokens,
  tokenHookRejections,
} from "../interaction/token-hook.ts";
import { QueueFullError } from "../limits/concurrency-limit.ts";
import type { Client } from "../oauth/client.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import type { Grant } from "../oauth/grant.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { describeRejection } from "../oauth/rejection.ts";
import type { Extent } from "../oauth/resource/narrowing.ts";
import { err, ok, type Result } from "../result.ts";
import { explainOutboundRejection } from "../outbound/outbound-rejection.ts";
import { loadHookFacts } from "./hook-facts.ts";

/** The hooks in the order in which they are asked; each is sent the claims of the one before. */
const hooks = [
  {
    name: "refresh_token_hook",
    url: "oauth2.refresh_token_hook.url",
    is_for: (grant_type: string): boolean => grant_type === "refresh_token",
    describe: describeRefreshTokenHookRequest,
  },
  {
    name: "token_hook",
    url: "oauth2.token_hook.url",
    is_for: (): boolean => true,
    describe: describeTokenHookRequest,
  },
] as const;

type Hook = (typeof hooks)[number];

/** Whether hooks are asked before tokens of a grant type are issued. */
export function hasTokenHooks(grant_type: string, config: Config): boolean {
  return hooks.some((hook) => isAsked(hook, grant_type, config));
}

/** The tokens of a grant, for the hooks. */
export function tokensOfGrant({
  grant,
  extent,
  issue,
}: {
  readonly grant: Grant;
  readonly extent: Extent;
  readonly issue: { readonly refresh_token: boolean };
}): HookedTokens {
  const { subject, scope, audience } = { ...grant, ...extent };
  return { subject, scope, audience, grant, refresh_token: issue.refresh_token };
}

/**
 * Asks the hooks before tokens are issued. The result is the claims that they set; undefined where they change none. Nothing may
 * have been written yet: a request that is denied, or that fails here, can be sent again.
 */
export async function callTokenHooks(
  tokens: HookedTokens,
  request: TokenRequest,
  client: Client,
  context: Context,
): Promise<Result<HookClaims | undefined, OAuthError>> {
  const { token_hook_limit, server_metrics } = context;
  try {
    return await token_hook_limit(() => askInTurn(tokens, request, client, context));
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    server_metrics.limit_hits.with({ limit: "limits.token_hooks.concurrency" }).add();
    return reject("token_hooks_busy");
  }
}

interface TokenRequest {
  readonly grant_type: string;
  readonly form: FormFields;
}

async function askInTurn(
  tokens: HookedTokens,
  request: TokenRequest,
  client: Client,
  context: Context,
): Promise<Result<HookClaims | undefined, OAuthError>> {
  const facts = await loadHookFacts(tokens, request, client, context);
  let claims: HookClaims | undefined;
  for (const hook of hooks) {
    if (!isAsked(hook, request.grant_type, context.config)) continue;
    const body = hook.describe(tokens, claims ?? claimsBefore(tokens), facts);
    const decision = await callAndCount(hook, JSON.stringify(body), client, context);
    if (decision.kind === "denied") return reject("token_hook_denied");
    if (decision.kind === "failed") return reject("token_hook_failed");
    if (decision.kind === "replaced") claims = decision.claims;
  }
  return ok(claims);
}

function reject(reason: keyof typeof tokenHookRejections): Result<never, OAuthError> {
  return err(describeRejection(tokenHookRejections, { reason }));
}

function isAsked({ url, is_for }: Hook, grant_type: string, config: Config): boolean {
  return config[url] !== undefined && is_for(grant_type);
}

/** The log has neither the URL, which may hold a secret, nor anything that was sent or received. */
async function callAndCount(
  { name }: Hook,
  text: string,
  { client_id }: Client,
  context: Context,
): Promise<HookDecision> {
  const started = performance.now();
  const decision = await call(name, text, started, context);
  const seconds = (performance.now() - started) / 1000;
  context.server_metrics.token_hooks.with({ hook: name, outcome: decision.kind }).observe(seconds);
  if (decision.kind === "failed")
    context.log.warn("token hook failed", { hook: name, client_id, problem: decision.problem });
  return decision;
}

/** For all calls of a hook together, and the waits between them. Milliseconds. */
const DEADLINE_MS = 5_000;
const WAITS_MS = [1_000, 2_000];

/** As in Hydra. */
const MAX_BYTES = 5 * 1_024 * 1_024;

/** Calls a hook up to three times, as long as its failures are transient and there is time. */
async function call(
  name: Hook["name"],
  text: string,
  started: number,
  { config, outbound, pause }: Context,
): Promise<HookDecision> {
  const url = config[`oauth2.${name}.url`] ?? "";
  const headers = authenticationOf(name, config);
  for (let attempt = 0; ; attempt += 1) {
    const timeout_ms = Math.max(Math.ceil(started + DEADLINE_MS - performance.now()), 1);
    const decision = decideReply(
      await outbound.callOperator(url, { text, headers, timeout_ms, max_bytes: MAX_BYTES }),
    );
    const waitMs = WAITS_MS[attempt];
    if (decision.kind !== "failed" || !decision.is_transient || waitMs === undefined)
      return decision;
    if (performance.now() + waitMs >= started + DEADLINE_MS) return decision;
    await pause(waitMs);
  }
}

type Reply = Awaited<ReturnType<Context["outbound"]["callOperator"]>>;

function decideReply(reply: Reply): HookDecision {
  if (reply.ok) return decideHookResponse(reply.value.status, reply.value.value);
  const { error } = reply;
  const is_transient = error.reason === "unreachable" || error.reason === "timed_out";
  return { kind: "failed", problem: explainOutboundRejection(error), is_transient };
}

function authenticationOf(name: Hook["name"], config: Config): Readonly<Record<string, string>> {
  const field = config[`oauth2.${name}.auth.config.name`];
  const value = config[`oauth2.${name}.auth.config.value`];
  if (field === undefined || value === undefined) return {};
  return config[`oauth2.${name}.auth.config.in`] === "cookie"
    ? { Cookie: `${field}=${value}` }
    : { [field]: value };
}
