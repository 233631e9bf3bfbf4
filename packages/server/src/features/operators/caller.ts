import { covers, mayHandOutRights, operations, reservedRightOf } from "@latchkey/api";
import { requiresAuthentication } from "../../config/derived.ts";
import type { Request } from "../../http/request.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import type { OperatorsContext } from "./context.ts";
import { type Creator, grantsOf } from "./rules/records.ts";
import type { LastCheck } from "./store/last-administrator.ts";

/** Who creates a record with a request. Within the server, and on this machine without authentication, that is `local`. */
export function creatorOf({ caller }: Pick<Request, "caller">): Creator {
  if (caller?.kind !== "api_key" && caller?.kind !== "account") return { kind: "local", id: "" };
  const { kind, id, name } = caller;
  return { kind, id, ...(name !== undefined && { name }) };
}

/** Whether the caller knows that it takes away rights that it could not give back. */
export function isForced({ query }: Pick<Request, "query">): boolean {
  return query.get("force") === "true";
}

/**
 * Who has more rights cannot be changed by who has fewer: keys that are limited to some operations. Nor can who has one that only
 * administrators hand out.
 */
export function refusalOfChange(
  found: Parameters<typeof grantsOf>[0],
  { grants }: Pick<Request, "grants">,
): OAuthError | undefined {
  if (grants === undefined) return undefined;
  const isWithin = covers(grants, grantsOf(found), operations);
  const isReserved = reservedRightOf("operator", found) !== undefined;
  return isWithin && (!isReserved || mayHandOutRights(grants, operations)) ? undefined : greater;
}

const greater: OAuthError = {
  error: "request_forbidden",
  error_description: "It has rights that you do not have, so only who has them may do this.",
};

/** One administrator must remain where nothing else lets one in: neither a key of the settings nor this machine. */
export function lastCheckOf(request: Request, { config, now }: OperatorsContext): LastCheck {
  const isOpen = !requiresAuthentication(config);
  const hasKey = config["serve.admin.api_keys"].some(({ scopes }) =>
    covers({ scopes }, { role: "administrator" }, operations),
  );
  return { one_must_remain: !isForced(request) && !isOpen && !hasKey, now: now() };
}

export const ownRightsConflict: OAuthError = {
  error: "conflict",
  error_description:
    "These are your own rights: afterwards you could not give them back. Send force=true to do it all the same.",
};

export const lastConflict: OAuthError = {
  error: "conflict",
  error_description:
    "No administrator would be left. Add another one first, or send force=true: then only a key in serve.admin.api_keys lets one in.",
};
