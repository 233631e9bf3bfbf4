import type { Context } from "../../context/context.ts";
import { type MaybePromise, thenOrCall } from "../../maybe-promise.ts";
import type { Client } from "../../oauth/client.ts";
import {
  type PermissionRejection,
  type RequestedPermissions,
  verifyPermissions,
} from "../../oauth/request/permissions.ts";
import type { Result } from "../../oauth/result.ts";
import { findTargetPolicy } from "../find-apis.ts";

/** Checks what a client requested earlier against what it may have now: an administrator may have withdrawn something since. */
export function verifyCurrentPermissions(
  requested: RequestedPermissions,
  client: Client,
  context: Pick<Context, "config" | "store">,
): MaybePromise<Result<void, PermissionRejection>> {
  const scope_strategy = context.config["strategies.scope"];
  return thenOrCall(findTargetPolicy(requested.audience, client, context), (targets) =>
    verifyPermissions(requested, client, { ...targets, scope_strategy }),
  );
}
