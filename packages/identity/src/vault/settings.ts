import { lifespan, setting, reloadable } from "@latchkey/server/feature";

export const vaultSettings = {
  "ttl.kept_tokens": setting(
    lifespan,
    "2160h",
    "How long tokens of identity providers are kept without a use. Each sign-in with the provider and each refresh of the tokens begins that time anew.",
    reloadable,
  ),
};
