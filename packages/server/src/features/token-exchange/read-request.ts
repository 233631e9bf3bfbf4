import type { Context, ExchangeTarget, NamedSubjects } from "../../context/context.ts";
import type { Naming } from "../../context/named-subjects.ts";
import { verifyNoDetails } from "../../grants/authorization-details.ts";
import type { Request } from "../../http/request.ts";
import type { FormFields } from "../../oauth/form-fields.ts";
import { type OAuthError, parameterMissing, quote } from "../../oauth/oauth-error.ts";
import { describeRejection } from "../../oauth/rejection.ts";
import { exchangedTargetRejections, parseTargets } from "../../oauth/resource/indicators.ts";
import { err, ok, type Result } from "../../result.ts";
import type { TokenExchangeRequest } from "./rules/token-exchange-grant.ts";
import type { TokenParameter } from "./rules/token-exchange-rejection.ts";
import {
  ACCESS_TOKEN_TYPE,
  isPresentedTokenType,
  isRequestedTokenType,
  type PresentedTokenType,
  presentedTokenTypes,
  type RequestedTokenType,
  requestedTokenTypes,
} from "./rules/token-types.ts";

/** A token as it was sent, with its type. */
export interface SentToken {
  readonly token: string;
  readonly type: PresentedTokenType;
}

/** A subject that was sent in place of a token, and who accepts it. */
interface SentName extends Omit<Naming, "actor"> {
  readonly names: NamedSubjects;
}

/** The parameters of a request. */
export interface ExchangeInput extends TokenExchangeRequest {
  readonly subject: SentToken | SentName;
  readonly actor_token: SentToken | undefined;
  readonly requested: RequestedTokenType | ExchangeTarget;
}

/** §2.1: the parameters. */
export function readRequest(
  form: FormFields,
  request: Request,
  { exchange_targets, named_subjects }: Context,
): Result<ExchangeInput, OAuthError> {
  const subject = readSubject(form, request, named_subjects);
  if (!subject.ok) return subject;
  const actor_token = readSentToken(form, "actor_token");
  if (!actor_token.ok) return actor_token;
  const type = form.get("requested_token_type") ?? ACCESS_TOKEN_TYPE;
  const requested = isRequestedTokenType(type)
    ? type
    : exchange_targets.find(({ token_type }) => token_type === type);
  if (requested === undefined) {
    const others = exchange_targets.map(({ token_type }) => token_type);
    return unsupported("requested_token_type", type, [...requestedTokenTypes, ...others]);
  }
  const without = verifyNoDetails(form);
  if (!without.ok) return without;
  const targets = parseTargets(form);
  if (!targets.ok) return err(describeRejection(exchangedTargetRejections, targets.error));
  return ok({
    subject: subject.value,
    actor_token: actor_token.value,
    requested,
    scope: form.get("scope"),
    targets: targets.value,
  });
}

/** A token, or what a feature accepts as the name of a subject. */
function readSubject(
  form: FormFields,
  request: Request,
  named_subjects: readonly NamedSubjects[],
): Result<SentToken | SentName, OAuthError> {
  const [subject, type] = [form.get("subject_token"), form.get("subject_token_type")];
  const names = named_subjects.find(({ token_type }) => token_type === type);
  if (names !== undefined && subject !== undefined) return ok({ subject, names, form, request });
  const others = named_subjects.map(({ token_type }) => token_type);
  const token = readSentToken(form, "subject_token", others);
  if (!token.ok) return token;
  return token.value === undefined ? err(parameterMissing("subject_token")) : ok(token.value);
}

/** §2.1: a token has a type, and there is no type without a token. */
function readSentToken(
  form: FormFields,
  parameter: TokenParameter,
  other_types: readonly string[] = [],
): Result<SentToken | undefined, OAuthError> {
  const [token, type] = [form.get(parameter), form.get(`${parameter}_type`)];
  if (token === undefined)
    return type === undefined ? ok(undefined) : err(parameterMissing(parameter));
  if (type === undefined) return err(parameterMissing(`${parameter}_type`));
  if (!isPresentedTokenType(type))
    return unsupported(`${parameter}_type`, type, [...presentedTokenTypes, ...other_types]);
  return ok({ token, type });
}

function unsupported(
  parameter: string,
  value: string,
  supported: readonly string[],
): Result<never, OAuthError> {
  return err({
    error: "invalid_request",
    error_description: `The ${parameter} ${quote(value)} is not supported. Use one of: ${supported.join(", ")}.`,
  });
}
