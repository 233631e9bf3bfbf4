import { providerOfVaultScope } from "@latchkey/api";

import type { Messages } from "../messages/messages-type.ts";
import type { PageContext } from "../page-context.ts";
import type { OperatorTexts } from "../pages/scopes.ts";

/** Adds what scopes for accounts at other servers mean, by the names of these servers. The operator's own words come first. */
export async function withProviderTexts(
  texts: OperatorTexts,
  scopes: readonly string[],
  { account_services }: Pick<PageContext, "account_services">,
  messages: Messages,
): Promise<OperatorTexts> {
  if (!scopes.some((scope) => providerOfVaultScope(scope) !== undefined)) return texts;
  const providers = (await account_services?.federation?.list()) ?? [];
  return {
    ...texts,
    ofScope(scope) {
      const text = texts.ofScope(scope);
      if (text !== undefined) return text;
      const id = providerOfVaultScope(scope);
      const provider = providers.find(({ provider_id }) => provider_id === id);
      return provider && { title: messages.scope.vault(provider.name) };
    },
  };
}
