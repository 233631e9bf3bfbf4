import type { Context } from "../context/context.ts";
import type { GrantTypes } from "../grants/grant-type.ts";
import type { Route } from "../http/router.ts";
import { decodeFormText } from "../oauth/form-fields.ts";
import { observedOperations } from "../inspector/observed-operations.ts";
import {
  type ObservedGrant,
  type ObservedOperation,
  unknownGrant,
} from "../inspector/observed-request.ts";

/** Records the responses of an operation that is a step of a flow in the inspector; undefined for any other operation. */
export function observerOf(
  name: string,
  { config, inspector }: Context,
  grant_types: GrantTypes,
): Route["observe"] {
  if (!isObservedOperation(name) || config["inspector.lifespan"] === 0) return undefined;
  const operation = name;
  if (operation === "pushAuthorizationRequest")
    return (request, answer) => {
      // A request that was accepted is recorded when the browser brings its reference, with the parameters.
      if (answer.status >= 400) inspector.note({ operation, request, answer });
    };
  if (operation !== "oauth2Token")
    return (request, answer) => inspector.note({ operation, request, answer });
  return (request, answer) => {
    const grant = observedGrantOf(request.body, grant_types);
    if (grant.unrecorded_errors?.includes(answer.note?.error?.error ?? "") === true) return;
    // Requests of machine clients are many: only their failures are recorded.
    if (grant.for_user || answer.status >= 400)
      inspector.note({ operation, grant, request, answer });
  };
}

/** The parameter is found in the encoded form, since most token requests are not recorded and need not be parsed again. */
export function observedGrantOf(body: string, grant_types: GrantTypes): ObservedGrant {
  const grant_type = GRANT_TYPE.exec(body)?.[1];
  const known =
    grant_type === undefined ? undefined : grant_types.get(decodeFormText(grant_type) ?? "");
  return known?.inspector ?? unknownGrant;
}

const GRANT_TYPE = /(?:^|&)grant_type=([^&]{1,200})/;

/** Whether the operation is a step of a flow. */
export function isObservedOperation(name: string): name is ObservedOperation {
  return Object.hasOwn(observedOperations, name);
}
