/** OpenID CIBA Core §7.1, §7.2: the parameters of a backchannel authentication request, read and checked. */

import { isPlainText } from "@latchkey/api";
import { authenticationRequirements } from "../../../oauth/authentication-requirements.ts";
import {
  type AuthorizationOptions,
  parseRequestedAuthentication,
  splitAtSpaces,
} from "../../../oauth/authorization-request.ts";
import type { Client } from "../../../oauth/client.ts";
import { type FormFields, verifyNotRepeated } from "../../../oauth/form-fields.ts";
import type { OAuthError } from "../../../oauth/oauth-error.ts";
import { defineRejections, describeRejection } from "../../../oauth/rejection.ts";
import { authorizationRequestRejections } from "../../../oauth/request/authorization-request-rejection.ts";
import { parsePermissions, type PermissionPolicy } from "../../../oauth/request/permissions.ts";
import { err, ok, type Result } from "../../../result.ts";
import type { AskedAuthentication } from "./authentication-request.ts";

/** A request whose hint the caller still has to resolve. */
export interface ParsedBackchannelRequest {
  readonly asked: Omit<AskedAuthentication, "id_token_hint" | "subject">;
  readonly hint: UserHint;
  /** Seconds. */
  readonly requested_expiry: number | undefined;
}

/** §7.1: how the client says who is to be asked. */
export type UserHint =
  | { readonly kind: "login_hint"; readonly login_hint: string }
  | { readonly kind: "id_token_hint"; readonly id_token_hint: string };

/** The settings that apply. */
export type BackchannelOptions = PermissionPolicy &
  Pick<AuthorizationOptions, "acr_values_required">;

/** Checks a request. The caller checks the types of details, and who the hint means. */
export function parseBackchannelRequest(
  form: FormFields,
  client: Client,
  options: BackchannelOptions,
): Result<ParsedBackchannelRequest, OAuthError> {
  const once = verifyNotRepeated(form);
  if (!once.ok) return once;
  const unsupported = unsupportedParameters.find((name) => form.get(name) !== undefined);
  if (unsupported !== undefined) return reject(`backchannel_${unsupported}_sent`);

  const permissions = parsePermissions(form, client, options);
  if (!permissions.ok)
    return err(describeRejection(authorizationRequestRejections, permissions.error));
  if (!permissions.value.scope.includes("openid")) return reject("backchannel_openid_missing");
  const hint = parseHint(form);
  if (!hint.ok) return hint;
  const binding_message = form.get("binding_message");
  if (binding_message !== undefined && !isBindingMessage(binding_message))
    return reject("backchannel_binding_message_malformed");
  const requested_expiry = parseExpiry(form.get("requested_expiry"));
  if (!requested_expiry.ok) return requested_expiry;
  const token = parseNotificationToken(form, client);
  if (!token.ok) return token;

  const login = parseRequestedAuthentication(form);
  if (!login.ok) return err(describeRejection(authorizationRequestRejections, login.error));
  const { claims } = login.value;
  const { login_hint } = { login_hint: undefined, ...hint.value };
  return ok({
    hint: hint.value,
    requested_expiry: requested_expiry.value,
    asked: {
      ...permissions.value,
      ...authenticationRequirements(login.value, client, options.acr_values_required),
      ...(claims !== undefined && { claims }),
      ...(login_hint !== undefined && { login_hint }),
      ...(binding_message !== undefined && { binding_message }),
      ui_locales: splitAtSpaces(form.get("ui_locales")),
      ...(token.value !== undefined && { client_notification_token: token.value }),
    },
  });
}

/** Ignoring them would ask the user for something else than the client meant: they are refused. */
const unsupportedParameters = ["request", "request_uri", "user_code", "login_hint_token"] as const;

/** §7.1: exactly one hint. */
function parseHint(form: FormFields): Result<UserHint, OAuthError> {
  const login_hint = form.get("login_hint");
  const id_token_hint = form.get("id_token_hint");
  if (login_hint !== undefined && id_token_hint !== undefined)
    return reject("backchannel_hints_several");
  if (id_token_hint !== undefined) return ok({ kind: "id_token_hint", id_token_hint });
  if (login_hint === undefined) return reject("backchannel_hint_missing");
  return isShortText(login_hint, MAX_LOGIN_HINT_LENGTH)
    ? ok({ kind: "login_hint", login_hint })
    : reject("backchannel_login_hint_malformed");
}

/** Characters, as for subjects: more is no name, address or number of a user. */
const MAX_LOGIN_HINT_LENGTH = 255;
/** Characters. §7.1 wants a binding message to be short, since it is shown on two devices to be compared. */
const MAX_BINDING_MESSAGE_LENGTH = 64;

/** §7.1: "relatively short and use a limited set of plain text characters". Nothing that hides or reorders text may be in it. */
export function isBindingMessage(text: string): boolean {
  return isShortText(text, MAX_BINDING_MESSAGE_LENGTH);
}

/** Plain text whose only space is the plain one. */
function isShortText(text: string, max_length: number): boolean {
  return text.length <= max_length && isPlainText(text) && !/[^\P{Z} ]/u.test(text);
}

/** §7.1: a positive integer. Times beyond what the server allows are shortened by the caller. */
function parseExpiry(text: string | undefined): Result<number | undefined, OAuthError> {
  if (text === undefined) return ok(undefined);
  return /^[1-9]\d{0,9}$/.test(text)
    ? ok(Number(text))
    : reject("backchannel_requested_expiry_malformed");
}

/** §7.1: required of clients that are notified; others may send it, and it is not used. */
function parseNotificationToken(
  form: FormFields,
  client: Client,
): Result<string | undefined, OAuthError> {
  if (client.backchannel_token_delivery_mode !== "ping") return ok(undefined);
  const token = form.get("client_notification_token");
  if (token === undefined) return reject("backchannel_notification_token_missing");
  return NOTIFICATION_TOKEN.test(token)
    ? ok(token)
    : reject("backchannel_notification_token_malformed");
}

/** RFC 6750 §2.1: the 68 characters of a bearer token. 21 of them can have 128 bits, which §7.1 requires; it allows 1024. */
const NOTIFICATION_TOKEN = /^(?=.{21,1024}$)[\w.~+/-]+=*$/;

const REQUEST = "OpenID CIBA Core §7.1";
const REQUEST_ERROR = "OpenID CIBA Core §13";

/** Why a request is rejected, besides what is wrong with its permissions. */
export const backchannelRejections = defineRejections("invalid_request", {
  backchannel_request_sent: {
    description:
      "The client has no backchannel_authentication_request_signing_alg. Register one, or send the parameters themselves instead of request.",
    reference: "OpenID CIBA Core §7.1.1",
    fix: "Set backchannel_authentication_request_signing_alg of the client, or send plain parameters.",
  },
  backchannel_request_uri_sent: {
    description: "The parameter request_uri is not supported. Send the parameters themselves.",
    reference: REQUEST,
    fix: "Send plain parameters.",
  },
  backchannel_user_code_sent: {
    description:
      "The parameter user_code is not supported. Leave it out: the user authenticates when asked.",
    reference: REQUEST,
    fix: "Leave the parameter user_code out.",
  },
  backchannel_login_hint_token_sent: {
    description:
      "The parameter login_hint_token is not supported. Send login_hint or id_token_hint.",
    reference: REQUEST,
    fix: "Send login_hint or id_token_hint.",
  },
  backchannel_openid_missing: {
    error: "invalid_scope",
    description: "The scope must contain openid.",
    reference: REQUEST,
    fix: "Add openid to the scope.",
  },
  backchannel_hint_missing: {
    description: "The request names no user. Send login_hint or id_token_hint.",
    reference: REQUEST,
    fix: "Send login_hint or id_token_hint.",
  },
  backchannel_hints_several: {
    description: "Send either login_hint or id_token_hint, not both.",
    reference: REQUEST,
    fix: "Send one hint.",
  },
  backchannel_login_hint_malformed: {
    description: "The login_hint must be plain text of 1 to 255 characters.",
    reference: REQUEST,
    fix: "Send the user name or the subject of the user.",
  },
  backchannel_id_token_hint_invalid: {
    description: "The id_token_hint must be an ID token that this server issued to the client.",
    reference: REQUEST,
    fix: "Send an ID token that this client received from this server. It may have expired.",
  },
  backchannel_user_unknown: {
    error: "unknown_user_id",
    description: "The hint identifies no user of this server.",
    because: "No account has the user name or subject of the hint.",
    reference: REQUEST_ERROR,
    fix: "Send the user name or the subject of an account. Pairwise subjects cannot be looked up.",
  },
  backchannel_binding_message_malformed: {
    error: "invalid_binding_message",
    description:
      "The binding_message must be plain text of 1 to 64 characters, without line ends and invisible characters.",
    reference: REQUEST_ERROR,
    fix: "Send a short plain text, such as a number that the client shows as well.",
  },
  backchannel_requested_expiry_malformed: {
    description: "The requested_expiry must be a positive number of seconds.",
    reference: REQUEST,
    fix: "Send a number of seconds.",
  },
  backchannel_notification_token_missing: {
    description:
      "The client_notification_token is missing, which the delivery mode ping of the client requires.",
    reference: REQUEST,
    fix: "Send a new random token, or set backchannel_token_delivery_mode of the client to poll.",
  },
  backchannel_notification_token_malformed: {
    description:
      "The client_notification_token must be a bearer token of 21 to 1024 letters, digits and the characters - . _ ~ + /, with at least 128 bits of entropy.",
    reference: REQUEST,
    fix: "Send 32 random bytes in base64url.",
  },
});

function reject(reason: keyof typeof backchannelRejections): Result<never, OAuthError> {
  return err(describeRejection(backchannelRejections, { reason }));
}
