import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import type { GrantLifespans } from "../context/lifespan-sources.ts";
import type { GrantEvidence } from "../context/request-counter.ts";
import type { Request } from "../http/request.ts";
import type { HookClaims, HookedTokens } from "../interaction/token-hook.ts";
import type { ObservedGrant } from "../inspector/observed-request.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import { memoize } from "../memoize.ts";
import type { AuthenticatedClient, Client } from "../oauth/client.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import {
  grantTypeRejections,
  type GrantTypeRequirements,
  verifyGrantTypeAllowed,
} from "../oauth/grant-type.ts";
import type { ErrorCode, OAuthError } from "../oauth/oauth-error.ts";
import { type EarlierPermissions, withdrawalRejections } from "../oauth/request/permissions.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";
import type { IssuedTokens } from "../oauth/token-response.ts";
import { callTokenHooks, hasTokenHooks } from "./call-token-hooks.ts";
import { nothingEarlier, verifyCurrentPermissions } from "./current-permissions.ts";

/** What the server knows of a grant type beside how to carry it out. */
interface GrantTypeDescription extends GrantTypeRequirements {
  /** The label `grant_type` of the metric `latchkey_access_tokens_issued_total`. */
  readonly metric_label: string;
  /** How the inspector names its steps. */
  readonly inspector: ObservedGrant;
  /** What its errors mean, for the error reference. */
  readonly errors: GrantErrors;
  /** Whether it issues tokens for the consent of a user, which it may go on doing while the consent lasts. */
  readonly issues_for_consent: boolean;
}

/**
 * One grant type of the token endpoint: everything the server knows about it. A part that is left out does not compile.
 * `Input` is what it reads from the request, `Decision` what its rule decides.
 */
export interface GrantTypeDefinition<
  Input,
  Decision,
  C extends Context = Context,
> extends GrantTypeDescription {
  /** The lifespans of its tokens, where they are not those of all. */
  lifespans?(config: C["config"]): GrantLifespans;
  /**
   * RFC 7521 §4.1: the client of a request without credentials, where the grant itself authenticates it. Undefined where it
   * does not: the client then has to authenticate.
   */
  identifyClient?(
    form: FormFields,
    context: C,
  ): Promise<Result<AuthenticatedClient, OAuthError> | undefined>;
  /** Reads and checks the parameters. Nothing is loaded yet, except what a code or token of a predecessor stands for. */
  read(form: FormFields, request: Request, context: C): MaybePromise<Result<Input, OAuthError>>;
  /**
   * Loads what the rule needs and lets it decide. `attempt` is 0 at first, and grows each time that `carryOut` found that
   * another request had changed what the decision was based on.
   */
  decide(
    input: Input,
    client: AuthenticatedClient,
    context: C,
    attempt: number,
  ): MaybePromise<Decision>;
  /**
   * What the decision gives the client that it requested, or was granted, earlier: it is held against what the client may have
   * now. Undefined where the decision gives nothing. `nothingEarlier` where `decide` itself goes by the client as it is now.
   */
  earlierPermissions(
    decision: Decision,
    client: AuthenticatedClient,
    context: C,
  ): EarlierPermissions | undefined;
  /** What a request that is granted was decided by, for the counter of requests; left out where its parameters say it all. */
  evidenceOf?(
    decision: Decision,
    client: AuthenticatedClient,
    form: FormFields,
    request: Request,
    context: C,
  ): GrantEvidence | undefined;
  /** What the decision issues, for the token hooks; undefined where it issues nothing, or the same as before. */
  tokensOf(decision: Decision, client: AuthenticatedClient): HookedTokens | undefined;
  /**
   * Carries the decision out; everything it returns is durable. Undefined when it lost a race: decide again. `claims` are those
   * that a token hook set, undefined where it set none.
   */
  carryOut(
    decision: Decision,
    client: AuthenticatedClient,
    context: C,
    claims: HookClaims | undefined,
  ): Promise<Result<GrantedTokens, OAuthError> | undefined>;
}

/** Tokens for the response. */
export interface GrantedTokens extends IssuedTokens {
  /** True where the access token was counted before, or is another server's: an earlier response is repeated, or a kept token given. */
  readonly uncounted?: boolean;
}

/** What an error means and what the client can do about it. */
type GrantErrors = Readonly<Partial<Record<ErrorCode, ErrorMeaning>>>;

/** An error code in words, for the error reference. */
export interface ErrorMeaning {
  readonly means: string;
  readonly remedy: string;
}

/** A grant type as the token endpoint uses it, whatever it reads and decides. */
export interface GrantType
  extends
    GrantTypeDescription,
    Pick<GrantTypeDefinition<unknown, unknown>, "lifespans" | "identifyClient"> {
  /** Answers a token request of an authenticated client. */
  exchange(
    form: FormFields,
    client: AuthenticatedClient,
    context: Context,
    request: Request,
  ): Promise<Result<IssuedTokens, OAuthError>>;
}

/** The grant types of a server, by name. Discovery advertises them in this order. */
export type GrantTypes = ReadonlyMap<string, GrantType>;

/**
 * Makes a grant type: checks the client, reads, then decides, checks that nothing of it was withdrawn, asks the token hooks and
 * carries out, until no other request interferes.
 */
export function defineGrantType<Input, Decision, C extends Context = Context>(
  feature_definition: GrantTypeDefinition<Input, Decision, C>,
): GrantType {
  // Its methods may take the context of a feature: a server that has the grant type has the feature.
  const definition: GrantTypeDefinition<Input, Decision> = feature_definition;
  const { name, clients, metric_label, inspector, errors } = definition;
  const { issues_for_consent } = definition;
  const verifyAllowed = memoize((client: Client) => verifyGrantTypeAllowed(client, definition));
  const isHooked = memoize((config: Config) => hasTokenHooks(name, config));
  const mayBeWithdrawn = definition.earlierPermissions !== nothingEarlier;
  return {
    name,
    clients,
    metric_label,
    inspector,
    errors,
    issues_for_consent,
    lifespans: (config) => definition.lifespans?.(config) ?? {},
    ...(definition.identifyClient !== undefined && {
      identifyClient: definition.identifyClient.bind(definition),
    }),
    async exchange(form, client, context, request) {
      const allowed = verifyAllowed(client.kept ?? client);
      if (!allowed.ok) return err(describeRejection(grantTypeRejections, allowed.error));
      const reading = definition.read(form, request, context);
      const input = reading instanceof Promise ? await reading : reading;
      if (!input.ok) return input;
      for (let attempt = 0; ; attempt += 1) {
        const decision = await definition.decide(input.value, client, context, attempt);
        const earlier = mayBeWithdrawn
          ? definition.earlierPermissions(decision, client, context)
          : undefined;
        const withdrawal = earlier && (await findWithdrawal(earlier, client, context));
        if (withdrawal !== undefined) return err(withdrawal);
        const hooked = isHooked(context.config)
          ? await askHooks(decision, form, client, context)
          : unhooked;
        if (!hooked.ok) return hooked;
        const granted = await definition.carryOut(decision, client, context, hooked.value);
        if (granted === undefined) continue;
        if (!granted.ok) return granted;
        countTokens(granted.value, context);
        const evidence = definition.evidenceOf?.(decision, client, form, request, context);
        context.request_counter.token(client, definition, form, earlier, evidence);
        if (client.expires_at !== undefined) await keepClient(client, context);
        return "uncounted" in granted.value ? ok(withoutMark(granted.value)) : granted;
      }
    },
  };

  async function findWithdrawal(
    earlier: EarlierPermissions,
    client: AuthenticatedClient,
    context: Context,
  ): Promise<OAuthError | undefined> {
    const allowed = await verifyCurrentPermissions(earlier, client, context);
    return allowed.ok ? undefined : describeRejection(withdrawalRejections, allowed.error);
  }

  async function askHooks(
    decision: Decision,
    form: FormFields,
    client: AuthenticatedClient,
    context: Context,
  ): Promise<Result<HookClaims | undefined, OAuthError>> {
    const tokens = definition.tokensOf(decision, client);
    if (tokens === undefined) return unhooked;
    return callTokenHooks(tokens, { grant_type: name, form }, client, context);
  }

  /** A client that registered itself and was not used yet expires. Where this fails, its next token keeps it. */
  async function keepClient({ client_id }: AuthenticatedClient, context: Context): Promise<void> {
    try {
      await context.store.clients.keep(client_id);
    } catch (error) {
      context.log.warn("unused client not kept, it still expires", { client_id, error });
    }
  }

  function countTokens(tokens: GrantedTokens, { server_metrics }: Context): void {
    if (tokens.uncounted !== true && tokens.token_type !== "N_A")
      server_metrics.access_tokens_issued(metric_label).add();
    if (tokens.refresh_token !== undefined) server_metrics.refresh_tokens_issued.add();
    if (tokens.id_token !== undefined) server_metrics.id_tokens_issued.add();
  }
}

const unhooked = ok(undefined);

/** Everything but the mark is sent. */
function withoutMark(granted: GrantedTokens): IssuedTokens {
  const { uncounted: _, ...tokens } = granted;
  return tokens;
}

/** What the error reference says of `invalid_scope` where a scope was withdrawn. */
export function scopeWithdrawn(code: string): ErrorMeaning {
  return {
    means: `A scope was withdrawn from the client after it requested it. The ${code} is not spent.`,
    remedy: "Add the scope to the client, or start again without it.",
  };
}
