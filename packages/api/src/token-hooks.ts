import { optional, openObject, type ValueOf } from "./objects.ts";
import { carriedObject } from "./values.ts";

/** The 200 response of a token hook: the claims that replace those of the tokens. */
export const tokenHookResponse = openObject({
  session: optional(
    openObject({
      access_token: optional(carriedObject, "Claims for introspection and JWT access tokens."),
      id_token: optional(carriedObject, "Claims for the ID token and for userinfo."),
    }),
    "What goes into the tokens.",
  ),
});

export interface TokenHookResponse extends ValueOf<typeof tokenHookResponse> {}
