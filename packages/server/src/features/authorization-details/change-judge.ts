import { isDeepStrictEqual } from "node:util";
import type { ChangeJudge } from "../../context/context.ts";
import type { DetailsType, DetailsTypes } from "../../oauth/authorization-details/details-type.ts";
import type { GrantedRequest, Verdict } from "../../oauth/request/granted-request.ts";
import { err, ok } from "../../result.ts";
import type { AuthorizationDetailsContext } from "./context.ts";
import { readDetailsType } from "./details-type-input.ts";

/** Removals and changes of types of authorization details. */
export const detailsTypeChanges: ChangeJudge<AuthorizationDetailsContext> = {
  kind: "details_type",
  async prepare(changes, context) {
    const present = await context["authorization-details"].all();
    const changed = new Map<string, Pick<DetailsType, "schema">>(present);
    for (const { id, after } of changes) {
      if (after === undefined) changed.delete(id);
      else {
        const read = readDetailsType(after);
        if (!read.ok) return err({ id, error: read.error });
        changed.set(id, read.value);
      }
    }
    return ok({
      before: (request) => judge(request, present, present),
      after: (request) => judge(request, changed, present),
    });
  },
};

type Schemas = ReadonlyMap<string, Pick<DetailsType, "schema">>;

/** Of the details of a request, the types are counted, and not what they say. */
function judge(request: GrantedRequest, types: Schemas, present: DetailsTypes): Verdict {
  if (request.grant_type === "refresh_token") return "granted"; // What was granted stays valid when its types change.
  const missing = request.details.find((type) => !types.has(type));
  if (missing !== undefined) return { field: "details_type", value: missing };
  const isSame = request.details.every((type) =>
    isDeepStrictEqual(types.get(type)?.schema, present.get(type)?.schema),
  );
  return isSame ? "granted" : "unknown";
}
