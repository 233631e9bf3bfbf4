import { oneOf } from "../kinds.ts";
import { fieldName, fieldSecret, hookUrl } from "../secret-kinds.ts";
import { unset } from "../setting.ts";

const tokenHook = settingsOfHook(
  "oauth2.token_hook",
  "A URL of yours that is asked before the token endpoint issues tokens, of every grant type. It may deny them or set their claims.",
);
const refreshTokenHook = settingsOfHook(
  "oauth2.refresh_token_hook",
  "The same for the grant type refresh_token alone. It is asked before oauth2.token_hook.url.",
);

/** Apps of the operator that are asked before tokens are issued. */
export const tokenHookSettings = {
  "oauth2.token_hook.url": tokenHook.url,
  "oauth2.token_hook.auth.type": tokenHook.type,
  "oauth2.token_hook.auth.config.in": tokenHook.in,
  "oauth2.token_hook.auth.config.name": tokenHook.name,
  "oauth2.token_hook.auth.config.value": tokenHook.value,
  "oauth2.refresh_token_hook.url": refreshTokenHook.url,
  "oauth2.refresh_token_hook.auth.type": refreshTokenHook.type,
  "oauth2.refresh_token_hook.auth.config.in": refreshTokenHook.in,
  "oauth2.refresh_token_hook.auth.config.name": refreshTokenHook.name,
  "oauth2.refresh_token_hook.auth.config.value": refreshTokenHook.value,
};

function settingsOfHook(hook: string, summary: string) {
  return {
    url: unset(hookUrl, `${summary} It may be written as ${hook}, too.`),
    type: unset(
      oneOf(["api_key"]),
      `How this server authenticates to ${hook}.url. Not at all if it is left out.`,
    ),
    in: unset(
      oneOf(["header", "cookie"]),
      "Whether the API key is sent in a header field or in a cookie.",
    ),
    name: unset(fieldName, "The name of the header field or the cookie."),
    value: unset(fieldSecret, "The API key."),
  };
}
