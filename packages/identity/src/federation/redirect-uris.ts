import { identityPages } from "@latchkey/api";
import { publicUrl } from "@latchkey/server/feature/endpoints";
import { joinUrl } from "@latchkey/server/feature/rules";
import type { IdentityContext } from "../context.ts";

const { identityProviderCallbackPage, identityProviderSignedOutPage } = identityPages;

/** Where a provider returns users: a path for each, so that the responses of two cannot be taken for one another. */
export function redirectUriOf(id: string, { config }: Pick<IdentityContext, "config">): string {
  return joinUrl(publicUrl(config), identityProviderCallbackPage.path.replace("{provider}", id));
}

export function signedOutUriOf(id: string, { config }: Pick<IdentityContext, "config">): string {
  return joinUrl(publicUrl(config), identityProviderSignedOutPage.path.replace("{provider}", id));
}
