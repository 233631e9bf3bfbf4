import type { Operation } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import type { GrantTypes } from "../grants/grant-type.ts";
import type { Route } from "../http/router.ts";
import { decodeFormText } from "../oauth/form-fields.ts";
import { type ObservedGrant, unknownGrant } from "../inspector/observed-request.ts";

/** Records the responses of an operation that is a step of a flow in the inspector; undefined for any other operation. */
export function observerOf(
  { inspect }: Operation,
  { observer }: Context,
  grant_types: GrantTypes,
): Route["observe"] {
  if (inspect === null || !observer.enabled) return undefined;
  if (inspect.step !== "of_grant_type")
    return (request, answer) => {
      if (inspect.successes !== "none" || answer.status >= 400)
        observer.note({ inspect, request, answer });
    };
  return (request, answer) => {
    const grant = observedGrantOf(request.body, grant_types);
    if (grant.unrecorded_errors?.includes(answer.note?.error?.error ?? "") === true) return;
    // Requests of machine clients are many: only their failures are recorded.
    if (grant.for_user || answer.status >= 400) observer.note({ inspect, grant, request, answer });
  };
}

/** The parameter is found in the encoded form, since most token requests are not recorded and need not be parsed again. */
export function observedGrantOf(body: string, grant_types: GrantTypes): ObservedGrant {
  const grantType = GRANT_TYPE.exec(body)?.[1];
  const known =
    grantType === undefined ? undefined : grant_types.get(decodeFormText(grantType) ?? "");
  return known?.inspector ?? unknownGrant;
}

const GRANT_TYPE = /(?:^|&)grant_type=([^&]{1,200})/;
