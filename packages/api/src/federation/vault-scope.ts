/** The scope by which a user lets a client have the access token of an identity provider: `vault:` with the id of the provider. */

const PREFIX = "vault:";

export function vaultScope(provider_id: string): string {
  return `${PREFIX}${provider_id}`;
}

/** The id of the provider; undefined for all other scopes. */
export function providerOfVaultScope(scope: string): string | undefined {
  return scope.startsWith(PREFIX) ? scope.slice(PREFIX.length) : undefined;
}
