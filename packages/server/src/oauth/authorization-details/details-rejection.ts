/** RFC 9396 §5: why authorization details are rejected, and the error. */

import { MAX_COMPARED, TOO_LONG_TO_COMPARE } from "../../json-schema/validator.ts";
import { type ErrorCode, type OAuthError, quote } from "../oauth-error.ts";

/** Why authorization details are rejected. */
export type DetailsRejection =
  | { readonly reason: "details_malformed"; readonly problem: string }
  | { readonly reason: "details_type_unknown"; readonly type: string }
  | { readonly reason: "details_type_not_allowed"; readonly type: string }
  | {
      readonly reason: "details_invalid";
      readonly type: string;
      readonly at: string;
      readonly keyword: string;
    }
  | { readonly reason: "details_not_granted"; readonly type: string };

/** §5. */
export const detailsErrorCodes: { readonly [Reason in DetailsRejection["reason"]]: ErrorCode } = {
  details_malformed: "invalid_authorization_details",
  details_type_unknown: "invalid_authorization_details",
  details_type_not_allowed: "invalid_authorization_details",
  details_invalid: "invalid_authorization_details",
  details_not_granted: "invalid_authorization_details",
};

/** Whether a rejection is one of those above. */
export function isDetailsRejection(rejection: {
  readonly reason: string;
}): rejection is DetailsRejection {
  return Object.hasOwn(detailsErrorCodes, rejection.reason);
}

/** The error of the authorization endpoint and of the token endpoint. `subject` is what holds the details. */
export function describeDetailsRejection(
  rejection: DetailsRejection,
  subject = "The parameter authorization_details",
): OAuthError {
  const { reason } = rejection;
  const error = detailsErrorCodes[reason];
  return { error, error_description: describeReason(rejection, subject), reason };
}

function describeReason(rejection: DetailsRejection, subject: string): string {
  switch (rejection.reason) {
    case "details_malformed":
      return `${subject} ${rejection.problem}.`;
    case "details_type_unknown":
      return `No authorization details type is called ${quote(rejection.type)}. Register it, or use one of authorization_details_types_supported.`;
    case "details_type_not_allowed":
      return `The client may not request the authorization details type ${quote(rejection.type)}. Add it to the client's authorization_details_types.`;
    case "details_invalid": {
      const { type, at, keyword } = rejection;
      const place = at === "" ? "The detail" : `${quote(at)} in the detail`;
      const rule = phrases[keyword] ?? `breaks the rule ${keyword} of its schema`;
      return `${place} of the type ${quote(type)} ${rule}.`;
    }
    case "details_not_granted":
      return `A detail of the type ${quote(rejection.type)} is not among those requested or granted, nor one of them reduced as its type allows.`;
  }
}

const phrases: Readonly<Record<string, string>> = {
  required: "is missing",
  false: "is not a field of its schema",
  [TOO_LONG_TO_COMPARE]: `has more than ${MAX_COMPARED} entries, too many for the rule uniqueItems of its schema`,
};
