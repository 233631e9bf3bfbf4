import { findApisWithoutConsent } from "../grants/find-apis.ts";
import type { ConsentRequest } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import { kindOf } from "../context/flow-kind.ts";
import type { ConsentAnswer } from "../interaction/consent-answer.ts";
import type { ConsentFlow } from "../interaction/consent-transitions.ts";
import type { Flow } from "../interaction/flow.ts";
import { type ConsentFacts, describeGrantedBefore } from "../interaction/next-step.ts";
import { isForSameClient, type PreviousConsent } from "../interaction/remembered-consent.ts";
import { requestedClaimNames } from "../oauth/claims-parameter.ts";
import type { Client } from "../oauth/client.ts";
import { rememberedOf } from "../oauth/grant.ts";
import { profileOf } from "../oauth/profiles/profile.ts";
import { isRequired } from "../oauth/profiles/rules.ts";

/** An authorization request and what the user has allowed the client before. */
export async function loadConsentFacts(
  flow: Flow,
  subject: string,
  client: Client,
  context: Context,
): Promise<ConsentFacts> {
  const { config, now, store } = context;
  const { request } = flow;
  const grant = await store.grants.findRemembered(subject, client, now());
  const exempt = kindOf(flow, context).exempts_apis
    ? await findApisWithoutConsent(request.audience, client, context)
    : [];
  const scope_strategy = config["strategies.scope"];
  const profile = profileOf(client, config["security.profile"]);
  const only_https_identifies = isRequired("native_app_consent", profile);
  const facts = { request, client, exempt, scope_strategy, only_https_identifies, now: now() };
  if (grant === undefined) return { ...facts, previous: undefined };
  const remembered = rememberedOf(grant);
  // An app of the operator that does not say which claims it grants has always released them with the scope.
  const claims = remembered.claims ?? (config["urls.consent"] === undefined ? [] : undefined);
  const previous = {
    ...remembered,
    ...(claims !== undefined && { claims }),
    remembered_until: grant.remembered_until,
    session: grant.session,
  };
  if (request.authorization_details === undefined) return { ...facts, previous };
  const details_types = await context.detailsTypes();
  return { ...facts, previous, details_types };
}

/** What a consent app reads of earlier consents: the part of the request that need not be asked for again. */
export async function findGrantedBefore(
  flow: Flow,
  { subject, skip }: { readonly subject: string; readonly skip: boolean },
  client: Client,
  context: Context,
): Promise<ConsentRequest["granted_before"]> {
  // With `skip` all of it was granted before; only claims may not be known to the app otherwise.
  if (skip && requestedClaimNames(flow.request.claims).length === 0) return undefined;
  return describeGrantedBefore(await loadConsentFacts(flow, subject, client, context));
}

/** What the consent that is superseded covers, which is remembered on. */
export async function findPreviousConsent(
  flow: ConsentFlow,
  answer: ConsentAnswer,
  client: Client,
  { store, now }: Context,
): Promise<PreviousConsent | undefined> {
  if (!answer.remember || flow.consent.skip) return undefined;
  const grant = await store.grants.findRemembered(flow.login.answer.subject, client, now());
  if (grant?.remembered_until === undefined) return undefined;
  if (!isForSameClient(client, grant.session, flow.request.redirect_uri)) return undefined;
  return { ...rememberedOf(grant), remembered_until: grant.remembered_until };
}
