/** Who gets the access token of a provider that is kept for a user: RFC 8693, with a requested token type of this server. */

import { vaultScope } from "@latchkey/api";
import {
  type Client,
  err,
  ok,
  type Result,
  type TargetRequest,
} from "@latchkey/server/feature/rules";
import type { ProviderRecord } from "../../federation/rules/identity-provider.ts";
import type { VaultRejection } from "./vault-rejection.ts";

/** The `requested_token_type`. */
export const VAULT_TOKEN_TYPE = "urn:latchkey:params:oauth:token-type:provider-access-token";

/**
 * The right of the client is for administrators to give, and the scope for the user. The scope must have been granted at the
 * beginning of a chain of exchanges: what a client gets beyond that (`token_exchange_scope`) is no consent of the user.
 */
export function decideVaultRequest(
  { subject_token, targets, scope }: TargetRequest,
  { vault_providers }: Pick<Client, "vault_providers">,
  providers: readonly ProviderRecord[],
): Result<ProviderRecord, VaultRejection> {
  const [id, ...more] = targets.audience;
  if (id === undefined || more.length + targets.resource.length > 0)
    return err({ reason: "provider_not_named" });
  if (!vault_providers.includes(id)) return err({ reason: "provider_not_allowed", provider: id });
  const provider = providers.find((one) => one.id === id);
  if (provider?.enabled !== true || !provider.keep_tokens)
    return err({ reason: "provider_keeps_no_tokens", provider: id });
  if (scope !== undefined) return err({ reason: "provider_scope_fixed" });
  const needed = vaultScope(id);
  const isGranted = [subject_token.scope, subject_token.granted_scope].every((granted) =>
    granted.includes(needed),
  );
  return isGranted ? ok(provider) : err({ reason: "vault_scope_missing", scope: needed });
}
