/** RFC 6749 §2.3, RFC 7617, RFC 7521 §4.2: the credentials of a client, read from a request and not verified. */

import { decodeFormText, type FormFields, verifyNotRepeated } from "../form-fields.ts";
import type { OAuthError } from "../oauth-error.ts";
import { defineRejections, type RejectionOf } from "../rejection.ts";
import { err, ok, type Result } from "../../result.ts";

/** The id and secret of a Basic `Authorization` header. */
export interface BasicCredentials {
  readonly method: "client_secret_basic";
  readonly client_id: string;
  readonly client_secret: string;
}

/** The credentials of a request, by authentication method. */
export type Credentials =
  | BasicCredentials
  | {
      readonly method: "client_secret_post";
      readonly client_id: string;
      readonly client_secret: string;
    }
  | {
      readonly method: "private_key_jwt";
      readonly assertion: string;
      /** RFC 7521 §4.2: optional, since the assertion's `sub` is the client id too. */
      readonly client_id: string | undefined;
    }
  | { readonly method: "none"; readonly client_id: string };

/** A Basic header that cannot be decoded. */
export interface BasicRejection {
  readonly reason: "authorization_malformed";
}

/** Why the credentials of a request are rejected before they are verified. */
export type CredentialsRejection = RejectionOf<typeof credentialsRejections>;

const BASIC = /^basic +(.*)$/i; // RFC 7617 §2
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads the Authorization header. Undefined when there is none, or one with another scheme. */
export function parseBasicCredentials(
  authorization: string | undefined,
): Result<BasicCredentials, BasicRejection> | undefined {
  const encoded = authorization === undefined ? undefined : BASIC.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  if (!BASE64.test(encoded)) return malformed;
  const pair = Buffer.from(encoded, "base64").toString();
  const colon = pair.indexOf(":");
  if (colon < 1) return malformed;

  const client_id = decodeFormText(pair.slice(0, colon)); // §2.3.1: id and secret are form-encoded before they are joined.
  const client_secret = decodeFormText(pair.slice(colon + 1));
  if (client_id === undefined || client_secret === undefined) return malformed;
  return ok({ method: "client_secret_basic", client_id, client_secret });
}

const malformed = err<BasicRejection>({ reason: "authorization_malformed" });

const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"; // RFC 7523 §2.2

/** Whether a request has anything that only the client can know, beside its `client_id`. */
export function presentsCredentials(authorization: string | undefined, form: FormFields): boolean {
  const names = ["client_secret", "client_assertion", "client_assertion_type"];
  return authorization !== undefined || names.some((name) => form.get(name) !== undefined);
}

/** Reads the credentials from the parsed Authorization header, or from the form. Exactly one method may be used (§2.3). */
export function parseCredentials(
  basic: Result<BasicCredentials, BasicRejection> | undefined,
  form: FormFields,
): Result<Credentials, CredentialsRejection> {
  if (form.repeated.length > 0) {
    const repeated = verifyNotRepeated(form);
    if (!repeated.ok) return err({ reason: "parameter_repeated", repeated: repeated.error });
  }
  const client_id = form.get("client_id");
  const client_secret = form.get("client_secret");
  const assertion = form.get("client_assertion");
  const assertionType = form.get("client_assertion_type");

  const isAsserted = assertion !== undefined || assertionType !== undefined;
  const methods =
    Number(basic !== undefined) + Number(client_secret !== undefined) + Number(isAsserted);
  if (methods > 1) return err({ reason: "methods_combined" }); // §2.3

  if (basic !== undefined) {
    const isContradicted =
      basic.ok && client_id !== undefined && client_id !== basic.value.client_id;
    return isContradicted ? err({ reason: "client_id_contradicted" }) : basic;
  }
  if (isAsserted) {
    if (assertionType !== JWT_BEARER) return err({ reason: "assertion_type_unknown" });
    if (assertion === undefined) return err({ reason: "credentials_missing" });
    return ok({ method: "private_key_jwt", assertion, client_id });
  }
  if (client_id === undefined) return err({ reason: "credentials_missing" });
  if (client_secret === undefined) return ok({ method: "none", client_id });
  return ok({ method: "client_secret_post", client_id, client_secret });
}

/** RFC 6749 §5.2. */
export const credentialsRejections = defineRejections("invalid_request", {
  parameter_repeated: {
    error: ({ repeated }: { repeated: OAuthError }) => repeated.error,
    description: ({ repeated }: { repeated: OAuthError }) => repeated.error_description,
  },
  authorization_malformed: {
    description:
      "The Authorization header must be Basic, followed by the base64 encoding of client_id:client_secret, both form-encoded before.",
  },
  methods_combined: {
    description:
      "Use exactly one client authentication method: the Authorization header, client_secret or client_assertion.",
    reference: "RFC 6749 §2.3",
    fix: "Use exactly one authentication method.",
  },
  client_id_contradicted: {
    description: "The client_id in the form differs from the one in the Authorization header.",
  },
  assertion_type_unknown: { description: `The client_assertion_type must be ${JWT_BEARER}.` },
  credentials_missing: {
    error: "invalid_client",
    description:
      "Client authentication is missing. Send an Authorization header, client_id and client_secret, or a client_assertion.",
    reference: "RFC 6749 §3.2.1",
    fix: "Send the client's credentials: with HTTP Basic, in the form, or as a client_assertion.",
  },
});
