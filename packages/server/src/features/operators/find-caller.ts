import { clearCookie, readCookie } from "@latchkey/sign-in";
import { hashApiKey } from "../../crypto/api-key.ts";
import type {
  Authenticated,
  CallerSource,
  RefusedCredentials,
} from "../../http/middleware/authentication.ts";
import { type MaybePromise, thenOrCall } from "../../maybe-promise.ts";
import { bearerTokenIn } from "../../oauth/bearer-token.ts";
import { timestamp } from "../../oauth/timestamp.ts";
import type { OperatorsContext } from "./context.ts";
import { cookieOptions, cookieName } from "./session-cookie.ts";
import { mayUseConsoleCookie } from "./rules/console-cookie.ts";
import { type ApiKeyRecord, grantsOf } from "./rules/records.ts";
import { hashSessionToken, SESSION_PREFIX } from "./session-token.ts";
import type { OperatorSessionRecord } from "./store/operators.ts";

/** Finds the caller of a request by its API key, or by the session of a user. */
export function createCallerSource(context: OperatorsContext): CallerSource {
  const { config, operators } = context;
  const cookie = cookieName(config);
  return (request) => {
    const { headers } = request;
    const bearer = bearerTokenIn(headers["authorization"]);
    if (bearer?.startsWith(KEY_PREFIX))
      return thenOrCall(operators.api_keys.findByHash(hashApiKey(bearer)), (key) =>
        authenticateKey(key, context),
      );
    if (bearer?.startsWith(SESSION_PREFIX)) return authenticateSession(bearer, "bearer", context);
    if (headers["cookie"] === undefined || !mayUseConsoleCookie(headers)) return undefined;
    const token = readCookie(headers["cookie"], cookie);
    return token === undefined ? undefined : authenticateSession(token, "cookie", context);
  };
}

const KEY_PREFIX = "lk_key_";

function authenticateKey(
  key: ApiKeyRecord | undefined,
  { operators, store, now }: OperatorsContext,
): MaybePromise<Authenticated | RefusedCredentials> {
  if (key === undefined) return { refused: "This API key is not known, or was revoked." };
  const { id, name, created_by, valid_until } = key;
  if (valid_until !== undefined && valid_until <= now())
    return { refused: `This API key expired at ${timestamp(valid_until)}.` };
  const creators = created_by.kind === "account" ? [created_by.id] : [];
  return thenOrCall(store.tools.endings.isSuspended("subject", creators), (isDisabled) => {
    if (isDisabled)
      return { refused: "The account of the user who created this API key is disabled." };
    operators.used_keys.note(key, now());
    return { caller: { kind: "api_key", id, name }, grants: grantsOf(key) };
  });
}

async function authenticateSession(
  token: string,
  use: OperatorSessionRecord["use"],
  context: OperatorsContext,
): Promise<Authenticated | RefusedCredentials> {
  const { operators, store, now } = context;
  const found = await operators.sessions.find(hashSessionToken(token), now());
  if (found?.session.use !== use) return ended(use, context);
  const { session, operator } = found;
  const { subject, sid, created_at: at } = session;
  if (await store.tools.endings.isEnded({ subject, at })) return ended(use, context);
  if (sid !== undefined && (await store.login_sessions.find(sid, now())) === undefined)
    return ended(use, context);
  const { name } = operator;
  return { caller: { kind: "account", id: subject, name }, grants: grantsOf(operator) };
}

/** A script cannot delete the cookie, so the response does. */
function ended(
  use: OperatorSessionRecord["use"],
  { config }: OperatorsContext,
): RefusedCredentials {
  if (use === "bearer") return { refused: "This session has ended. Log in again: latchkey login." };
  const cleared = clearCookie(cookieName(config), cookieOptions(config));
  return { refused: "Your session has ended. Sign in again.", headers: { "Set-Cookie": cleared } };
}
