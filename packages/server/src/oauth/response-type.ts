/** RFC 6749 §3.1.1, OAuth 2.0 Multiple Response Types: `response_type` and `response_mode`. */

import { type Client, effectiveGrantTypes, effectiveResponseTypes } from "./client.ts";
import { quote } from "./oauth-error.ts";
import type { RejectionOf, Rejections } from "./rejection.ts";
import { err, ok, type Result } from "../result.ts";

/** Why a `response_type` is rejected. */
export type ResponseTypeRejection = RejectionOf<typeof responseTypeRejections>;

/** One value of a `response_type`. */
export type ResponseType = "code" | "id_token" | "token";

/** Every response type the server supports, each with its values in alphabetical order. */
export const responseTypes = [
  ["code"],
  ["code", "id_token"],
  ["code", "id_token", "token"],
  ["code", "token"],
  ["id_token"],
  ["id_token", "token"],
  ["token"],
] as const satisfies readonly (readonly ResponseType[])[];

/** How the parameters of an authorization response reach the client. */
export type Transport = "query" | "fragment" | "form_post";

/** How an authorization response reaches the client: as parameters, or as one parameter with a JWT (JARM §2.3). */
export type ResponseMode = Transport | `${Transport}.jwt`;

/** Every `response_mode` the server supports. */
export const responseModes = [
  "query",
  "fragment",
  "form_post",
  "query.jwt",
  "fragment.jwt",
  "form_post.jwt",
  "jwt",
] as const satisfies readonly (ResponseMode | "jwt")[];

/** The mode of a request; undefined for an unknown one. JARM §2.3.4: `jwt` is the default of the response type, as a JWT. */
export function parseResponseMode(
  text: string | undefined,
  response_type: string | undefined,
): ResponseMode | undefined {
  const implied = impliedResponseMode(response_type);
  if (text === undefined) return implied;
  const mode = responseModes.find((known) => known === text);
  return mode === "jwt" ? `${implied}.jwt` : mode;
}

/** The transport of a mode, and whether the response is a JWT. */
export function splitResponseMode(mode: ResponseMode): {
  readonly transport: Transport;
  readonly is_jwt: boolean;
} {
  switch (mode) {
    case "query.jwt":
      return { transport: "query", is_jwt: true };
    case "fragment.jwt":
      return { transport: "fragment", is_jwt: true };
    case "form_post.jwt":
      return { transport: "form_post", is_jwt: true };
    case "query":
    case "fragment":
    case "form_post":
      return { transport: mode, is_jwt: false };
  }
}

/** Reads a response type and checks that the client registered it, and the grant types that it requires. */
export function parseResponseType(
  text: string | undefined,
  client: Client,
): Result<readonly ResponseType[], ResponseTypeRejection> {
  if (text === undefined) return err({ reason: "response_type_missing" });
  const requested = inOrder(text);
  const response_type = responseTypes.find((values) => values.join(" ") === requested);
  const registered = effectiveResponseTypes(client);
  if (response_type === undefined || !registered.some((type) => inOrder(type) === requested)) {
    return err({ reason: "response_type_not_registered", response_type: text });
  }
  const grantTypes = effectiveGrantTypes(client);
  const grant_type = grantTypesOf(response_type).find((type) => !grantTypes.includes(type));
  return grant_type === undefined
    ? ok(response_type)
    : err({ reason: "grant_type_not_registered", grant_type });
}

/** Multiple Response Types §1: the order of the values does not matter. */
function inOrder(text: string): string {
  return text.includes(" ") ? text.split(" ").toSorted().join(" ") : text;
}

/** RFC 7591 §2.1: `code` requires the grant type authorization_code, and everything else that is issued at once, implicit. */
function grantTypesOf(response_type: readonly ResponseType[]): readonly string[] {
  if (!response_type.includes("code")) return ["implicit"];
  return response_type.includes("token")
    ? ["authorization_code", "implicit"]
    : ["authorization_code"];
}

/** Multiple Response Types §2.1: the default response mode. It is also used to report a response type that is not valid. */
export function impliedResponseMode(response_type: string | undefined): "query" | "fragment" {
  const hasTokens = /(^| )(id_)?token( |$)/.test(response_type ?? "");
  return hasTokens ? "fragment" : "query";
}

/** What the authorization response contains. */
export interface ResponseContents {
  readonly code: boolean;
  readonly access_token: boolean;
  readonly id_token: boolean;
}

/**
 * What the response contains, by the response type and the scope that was granted. An ID token requires the scope `openid`:
 * without it a hybrid flow continues with its code, and an implicit flow fails.
 */
export function decideResponseContents(
  response_type: readonly ResponseType[],
  granted_scope: readonly string[],
): Result<ResponseContents, { readonly reason: "openid_not_granted" }> {
  const code = response_type.includes("code");
  const requestsIdToken = response_type.includes("id_token");
  const isOpenId = granted_scope.includes("openid");
  if (requestsIdToken && !isOpenId && !code) return err({ reason: "openid_not_granted" });
  return ok({
    code,
    access_token: response_type.includes("token"),
    id_token: requestsIdToken && isOpenId,
  });
}

/** RFC 6749 §4.1.2.1. The grant type is explained in `grant-type.ts`. */
export const responseTypeRejections = {
  response_type_missing: {
    error: "unsupported_response_type",
    description: "The parameter response_type is missing. Send response_type=code, for example.",
    reference: "RFC 6749 §3.1.1",
    fix: "Send a response_type. Most applications use code.",
  },
  response_type_not_registered: {
    error: "unsupported_response_type",
    description: ({ response_type }: { response_type: string }) =>
      `The client may not use the response_type ${quote(response_type)}. Add it to the client's response_types.`,
    reference: "RFC 6749 §3.1.1",
    fix: "Add the response_type to the client's response_types, or use a registered one.",
  },
  grant_type_not_registered: {
    error: "unauthorized_client",
    description: ({ grant_type }: { grant_type: string }) =>
      `The response_type requires the grant type ${grant_type}. Add it to the client's grant_types.`,
  },
} satisfies Rejections;
