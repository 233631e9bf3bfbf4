/** RFC 8693 §3: the identifiers of token types. */

const PREFIX = "urn:ietf:params:oauth:token-type:";

export const ACCESS_TOKEN_TYPE = `${PREFIX}access_token`;
export const ID_TOKEN_TYPE = `${PREFIX}id_token`;
export const JWT_TYPE = `${PREFIX}jwt`;
/** draft-ietf-oauth-identity-assertion-authz-grant: an identity assertion for another authorization server. */
export const ID_JAG_TOKEN_TYPE = `${PREFIX}id-jag`;

/** The types of tokens that can be exchanged, and of actor tokens. */
export const presentedTokenTypes = [ACCESS_TOKEN_TYPE, ID_TOKEN_TYPE, JWT_TYPE] as const;
export type PresentedTokenType = (typeof presentedTokenTypes)[number];

/** The types of tokens that can be requested. */
export const requestedTokenTypes = [ACCESS_TOKEN_TYPE, JWT_TYPE, ID_JAG_TOKEN_TYPE] as const;
export type RequestedTokenType = (typeof requestedTokenTypes)[number];

export function isPresentedTokenType(type: string): type is PresentedTokenType {
  return presentedTokenTypes.some((known) => known === type);
}

export function isRequestedTokenType(type: string): type is RequestedTokenType {
  return requestedTokenTypes.some((known) => known === type);
}
