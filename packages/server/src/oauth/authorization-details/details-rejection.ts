/** RFC 9396 §5: why authorization details are rejected, and the error. */

import { MAX_COMPARED, TOO_LONG_TO_COMPARE } from "../../json-schema/validator.ts";
import { quote } from "../oauth-error.ts";
import { defineRejections, type RejectionOf } from "../rejection.ts";

/** Why authorization details are rejected. */
export type DetailsRejection = RejectionOf<typeof detailsRejections>;

const RAR_ERROR = "RFC 9396 §5";

/** Those of the authorization endpoint and of the token endpoint. */
export const detailsRejections = defineRejections("invalid_authorization_details", {
  details_not_issued: {
    description: "This grant type issues no authorization_details. Leave the parameter out.",
    reference: RAR_ERROR,
    fix: "Leave authorization_details out: this grant type issues tokens with a scope and an audience only.",
  },
  details_malformed: {
    description: ({ problem }: { problem: string }) =>
      `The parameter authorization_details ${problem}.`,
    reference: RAR_ERROR,
    fix: "Send authorization_details as a JSON list of objects, each with a type.",
  },
  details_type_unknown: {
    description: ({ type }: { type: string }) =>
      `No authorization details type is called ${quote(type)}. Register it, or use one of authorization_details_types_supported.`,
    reference: RAR_ERROR,
    fix: "Register the type with latchkey details-types create, or correct the type that the application sends.",
  },
  details_type_not_allowed: {
    description: ({ type }: { type: string }) =>
      `The client may not request the authorization details type ${quote(type)}. Add it to the client's authorization_details_types.`,
    reference: RAR_ERROR,
    fix: "Add the type to the client's authorization_details_types.",
  },
  details_invalid: {
    description: ({ type, at, keyword }: { type: string; at: string; keyword: string }) => {
      const place = at === "" ? "The detail" : `${quote(at)} in the detail`;
      const rule = phrases[keyword] ?? `breaks the rule ${keyword} of its schema`;
      return `${place} of the type ${quote(type)} ${rule}.`;
    },
    reference: RAR_ERROR,
    fix: "Send a detail that fits the JSON Schema of its type.",
  },
  details_not_granted: {
    description: ({ type }: { type: string }) =>
      `A detail of the type ${quote(type)} is not among those requested or granted, nor one of them reduced as its type allows.`,
    reference: "RFC 9396 §6",
    fix: "Request only details of the grant, reduced at most in the fields that the type declares as reducible.",
  },
});

const phrases: Readonly<Record<string, string>> = {
  required: "is missing",
  false: "is not a field of its schema",
  [TOO_LONG_TO_COMPARE]: `has more than ${MAX_COMPARED} entries, too many for the rule uniqueItems of its schema`,
};
