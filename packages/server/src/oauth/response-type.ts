/** RFC 6749 §3.1.1, OAuth 2.0 Multiple Response Types: what the authorization endpoint answers with, and where. */

import type { ResponseMode, ResponseType } from "./authorization-request.ts";
import { type Client, effectiveGrantTypes, effectiveResponseTypes } from "./client.ts";
import { err, ok, type Result } from "./result.ts";

/** Why a client does not get what it asks the authorization endpoint for. */
export type ResponseTypeRejection =
  | { readonly reason: "response_type_missing" }
  | { readonly reason: "response_type_not_registered"; readonly response_type: string }
  | { readonly reason: "grant_type_not_registered"; readonly grant_type: string };

/** Every response type the server knows, its words in the order in which they are kept. */
export const responseTypes = [
  ["code"],
  ["code", "id_token"],
  ["code", "id_token", "token"],
  ["code", "token"],
  ["id_token"],
  ["id_token", "token"],
  ["token"],
] as const satisfies readonly (readonly ResponseType[])[];

/** Every `response_mode` the server knows. */
export const responseModes = ["query", "fragment", "form_post"] as const;

/** Reads a response type and checks that the client registered for it, and for the grants that it implies. */
export function parseResponseType(
  text: string | undefined,
  client: Client,
): Result<readonly ResponseType[], ResponseTypeRejection> {
  if (text === undefined) return err({ reason: "response_type_missing" });
  const wanted = inOrder(text);
  const response_type = responseTypes.find((words) => words.join(" ") === wanted);
  const registered = effectiveResponseTypes(client);
  if (response_type === undefined || !registered.some((type) => inOrder(type) === wanted)) {
    return err({ reason: "response_type_not_registered", response_type: text });
  }
  const grant_types = effectiveGrantTypes(client);
  const grant_type = grantTypesOf(response_type).find((type) => !grant_types.includes(type));
  return grant_type === undefined
    ? ok(response_type)
    : err({ reason: "grant_type_not_registered", grant_type });
}

/** The words of a response type may come in any order. */
function inOrder(text: string): string {
  return text.includes(" ") ? text.split(" ").toSorted().join(" ") : text;
}

/** A code is redeemed by one grant; whatever else comes at once is the implicit one. */
function grantTypesOf(response_type: readonly ResponseType[]): readonly string[] {
  if (!response_type.includes("code")) return ["implicit"];
  return response_type.includes("token")
    ? ["authorization_code", "implicit"]
    : ["authorization_code"];
}

/** §2.1: where the answer goes unless the client says. Also for a response type that turns out to be wrong. */
export function impliedResponseMode(response_type: string | undefined): ResponseMode {
  const bearsTokens = /(^| )(id_)?token( |$)/.test(response_type ?? "");
  return bearsTokens ? "fragment" : "query";
}

/** What leaves the authorization endpoint. */
export interface AuthorizationYield {
  readonly code: boolean;
  readonly access_token: boolean;
  readonly id_token: boolean;
}

/**
 * What the client gets of what it asked for, after the person had their say. An ID token needs the scope `openid`: a
 * hybrid flow does without one, and an implicit flow, which would come out half empty, fails.
 */
export function decideYield(
  response_type: readonly ResponseType[],
  granted_scope: readonly string[],
): Result<AuthorizationYield, { readonly reason: "openid_not_granted" }> {
  const code = response_type.includes("code");
  const wantsIdToken = response_type.includes("id_token");
  const isOpenId = granted_scope.includes("openid");
  if (wantsIdToken && !isOpenId && !code) return err({ reason: "openid_not_granted" });
  return ok({
    code,
    access_token: response_type.includes("token"),
    id_token: wantsIdToken && isOpenId,
  });
}
