import type { Api } from "@latchkey/api";

/** The format of an API's access tokens, in words. */
export function formatLabel({ access_token_format }: Api): string {
  return access_token_format === undefined
    ? "by client"
    : access_token_format === "jwt"
      ? "JWT"
      : "opaque";
}
