import { authorizationCode } from "./authorization-code.ts";
import { clientCredentials } from "./client-credentials.ts";
import type { Grant } from "./grant.ts";
import { refreshToken } from "./refresh-token.ts";

/** Every `grant_type` the token endpoint knows, and so every one of these that discovery advertises. */
export const grants: ReadonlyMap<string, Grant> = new Map([
  ["authorization_code", authorizationCode],
  ["client_credentials", clientCredentials],
  ["refresh_token", refreshToken],
]);
