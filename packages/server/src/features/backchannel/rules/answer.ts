/** OpenID CIBA Core §8: the handoff to the app that asks the user of a backchannel authentication. */

import { acceptBackchannelRequest, read } from "@latchkey/api";
import type * as api from "@latchkey/api";
import { acrUnmet, meetsAcr } from "../../../oauth/authentication-requirements.ts";
import type { OAuthError } from "../../../oauth/oauth-error.ts";
import { defineRejections, describeRejection } from "../../../oauth/rejection.ts";
import { err, ok, type Result } from "../../../result.ts";
import { authorizationRequestOf, type BackchannelRequest } from "./authentication-request.ts";
import {
  type ConsentAnswer,
  type ConsentLimits,
  parseConsentAnswer,
} from "../../../interaction/consent-answer.ts";
import { interactionRejections, rejectBody } from "../../../interaction/interaction-rejection.ts";
import type { LoginAnswer } from "../../../interaction/login-answer.ts";
import { oidcContext, requestedDetails } from "../../../interaction/oidc-context.ts";
import { timestamp } from "../../../oauth/timestamp.ts";

/** The request as the app reads it, without the client, which the caller adds in its serialized form. */
export function describeBackchannelQuestion(
  backchannel: BackchannelRequest,
  challenge: string,
): Omit<api.BackchannelRequest, "client"> {
  const { asked, requested_at, valid_until } = backchannel;
  const request = authorizationRequestOf(backchannel);
  return {
    challenge,
    requested_scope: asked.scope,
    requested_access_token_audience: asked.audience,
    ...requestedDetails({ request }),
    ...(asked.subject !== undefined && { subject: asked.subject }),
    oidc_context: oidcContext({ request, hint: asked.id_token_hint }),
    ...(asked.binding_message !== undefined && { binding_message: asked.binding_message }),
    requested_at: timestamp(requested_at),
    expires_at: timestamp(valid_until),
  };
}

/** The user authenticated and allowed the request. */
export interface BackchannelAnswer {
  readonly login: LoginAnswer;
  readonly consent: ConsentAnswer;
}

/** Reads the acceptance of the app. It may grant less than was requested, but not to another user than the client named. */
export function parseBackchannelAnswer(
  body: unknown,
  { asked, requested_at }: BackchannelRequest,
  { now, ...limits }: { readonly now: number } & Omit<ConsentLimits, "request">,
): Result<BackchannelAnswer, OAuthError> {
  const answer = read(acceptBackchannelRequest, body ?? {});
  if (!answer.ok) {
    const rejection = rejectBody(answer.error);
    return rejection.ok
      ? rejection
      : err(describeRejection(interactionRejections, rejection.error));
  }
  const {
    subject,
    acr,
    amr = [],
    force_subject_identifier,
    auth_time = now,
    ...granted
  } = answer.value;
  if (subject === "")
    return err(describeRejection(interactionRejections, { reason: "subject_missing" }));
  if (asked.subject !== undefined && subject !== asked.subject)
    return err(answerError("backchannel_another_user"));
  if (!granted.grant_scope.includes("openid"))
    return err(answerError("backchannel_openid_not_granted"));
  if (!meetsAcr(asked.required_acr, acr)) return err(acrUnmet);
  if (auth_time > now) return err(answerError("backchannel_auth_time_in_future"));
  if (asked.max_age !== undefined && auth_time + asked.max_age < requested_at)
    return err(answerError("backchannel_login_too_old"));
  const consent = parseConsentAnswer(granted, now, { request: asked, ...limits });
  if (!consent.ok) return err(describeRejection(interactionRejections, consent.error));
  const login: LoginAnswer = {
    subject,
    remember: false,
    remember_for: 0,
    ...(acr && { acr }),
    ...(amr.length > 0 && { amr }),
    ...(force_subject_identifier && { force_subject_identifier }),
    context: {},
    authenticated_at: auth_time,
  };
  return ok({ login, consent: consent.value });
}

export const backchannelAnswerRejections = defineRejections("invalid_request", {
  /** §7.1: the hint names the user, so the tokens must not be of another one. */
  backchannel_another_user: {
    description: "The field subject must be the user whom the client named in its request.",
    reference: "OpenID CIBA Core §7.1",
    fix: "Accept with the subject whom the client named, or reject the request.",
  },
  /** §10.1.1: the token response has an ID token. */
  backchannel_openid_not_granted: {
    description: "The field grant_scope must contain openid. Reject the request instead.",
    reference: "OpenID CIBA Core §10.1.1",
    fix: "Grant the scope openid, or reject the request.",
  },
  backchannel_auth_time_in_future: {
    description: "The field auth_time must not be in the future.",
    reference: "OpenID Connect Core §2",
    fix: "Send when the user authenticated, in unix seconds, or leave auth_time out.",
  },
  /** RFC 9470 §5: the `max_age` of the request, or the client's `default_max_age`. */
  backchannel_login_too_old: {
    error: "unmet_authentication_requirements",
    description:
      "The user authenticated longer ago than the client allows (max_age). Authenticate the user again.",
    reference: "RFC 9470 §4",
    fix: "Authenticate the user again, or raise max_age of the request or default_max_age of the client.",
  },
  /** No such request, or it has expired, or its client is gone. */
  not_asked: {
    error: "not_found",
    description: "No request has this challenge, or it has expired.",
  },
  already_used: { error: "conflict", description: "The request was already answered." },
});

/** The error response to the app. */
export function answerError(reason: keyof typeof backchannelAnswerRejections): OAuthError {
  return describeRejection(backchannelAnswerRejections, { reason });
}
