import { authorizationCode } from "./authorization-code.ts";
import { clientCredentials } from "./client-credentials.ts";
import type { GrantType, GrantTypes } from "./grant-type.ts";
import { refreshToken } from "./refresh-token.ts";

/** The grant types that every server has. */
const builtIn: readonly GrantType[] = [authorizationCode, clientCredentials, refreshToken];

/** The grant types of a server: the built-in ones, those of features, and those that an embedder registers. */
export function registerGrantTypes(others: readonly GrantType[] = []): GrantTypes {
  const types = new Map<string, GrantType>();
  for (const type of [...builtIn, ...others]) {
    if (types.has(type.name)) throw new Error(`Two grant types have the name ${type.name}.`);
    types.set(type.name, type);
  }
  return types;
}
