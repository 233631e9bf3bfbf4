import { oneOf } from "../kinds.ts";
import { fieldName, fieldSecret, hookUrl } from "../secret-kinds.ts";
import { unset } from "../setting.ts";

const token_hook = settingsOfHook(
  "oauth2.token_hook",
  "A URL of yours that is asked before the token endpoint issues tokens, of every grant type. It may deny them or set their claims.",
);
const refresh_token_hook = settingsOfHook(
  "oauth2.refresh_token_hook",
  "The same for the grant type refresh_token alone. It is asked before oauth2.token_hook.url.",
);

/** Apps of the operator that are asked before tokens are issued. */
export const tokenHookSettings = {
  "oauth2.token_hook.url": token_hook.url,
  "oauth2.token_hook.auth.type": token_hook.type,
  "oauth2.token_hook.auth.config.in": token_hook.in,
  "oauth2.token_hook.auth.config.name": token_hook.name,
  "oauth2.token_hook.auth.config.value": token_hook.value,
  "oauth2.refresh_token_hook.url": refresh_token_hook.url,
  "oauth2.refresh_token_hook.auth.type": refresh_token_hook.type,
  "oauth2.refresh_token_hook.auth.config.in": refresh_token_hook.in,
  "oauth2.refresh_token_hook.auth.config.name": refresh_token_hook.name,
  "oauth2.refresh_token_hook.auth.config.value": refresh_token_hook.value,
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
