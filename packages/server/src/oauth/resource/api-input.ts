/** What administrators send and read about APIs. */

import { type Api as ApiView, apiInput, read } from "@latchkey/api";
import { describeProblem, invalidRequest, type OAuthError } from "../oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import { type Api, identifierKey } from "./api.ts";
import { timestamp } from "../timestamp.ts";

/** What a body is completed with. */
interface ApiFacts {
  /** What is stored already; undefined when the API is to be created. */
  readonly present: Api | undefined;
  /** Unix seconds. */
  readonly now: number;
  readonly newId: () => string;
}

/** The API that a body describes, new or instead of the present one. */
export function readApiInput(
  body: unknown,
  { present, now, newId }: ApiFacts,
): Result<Api, OAuthError> {
  const input = read(apiInput, body);
  if (!input.ok) return err(describeProblem(input.error));
  const {
    id,
    identifier = present?.identifier,
    created_at: _,
    updated_at: __,
    ...given
  } = input.value;
  if (identifier === undefined) return err(invalidRequest("The field identifier is missing."));
  if (present !== undefined && id !== undefined && id !== present.id)
    return err(invalidRequest("The field id cannot be changed."));
  if (present !== undefined && identifierKey(identifier) !== identifierKey(present.identifier))
    return err(
      invalidRequest("The field identifier cannot be changed. Create another API instead."),
    );
  return ok({
    name: identifier,
    scopes: [],
    access_token_jwt_typ: "at+jwt",
    allow_any_client: false,
    consent_required: true,
    introspection_clients: [],
    ...given,
    id: present?.id ?? id ?? newId(),
    identifier: present?.identifier ?? identifier,
    created_at: present?.created_at ?? now,
    updated_at: now,
  });
}

/** An API as responses hold it. */
export function describeApi({ created_at, updated_at, enabled = true, ...api }: Api): ApiView {
  return {
    ...api,
    ...(!enabled && { enabled }),
    created_at: timestamp(created_at),
    updated_at: timestamp(updated_at),
  };
}
