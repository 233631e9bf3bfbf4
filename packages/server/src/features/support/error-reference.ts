import { errorTableHeading, errorTableRow } from "../../feature/error-table.ts";
import type { ErrorMeaning } from "../../grants/grant-type.ts";

/** The section of support access in the reference of errors. */
export function renderSupportErrors(): string {
  const rows = Object.entries(meanings).map(([code, meaning]) =>
    errorTableRow(code, "400", meaning),
  );
  return `${introduction}\n${errorTableHeading}${rows.join("")}`;
}

const introduction = `
## Support access

A token exchange with the \`subject_token_type\` of [support access](support-access.md) has these errors, beside those of the grant type.
`;

const meanings: Readonly<Record<string, ErrorMeaning>> = {
  unauthorized_client: {
    means: "The client may not get tokens for users whom it names.",
    remedy: "An administrator sets `support_access` of the client.",
  },
  invalid_request: {
    means:
      "The `reason` is missing or not valid, the `actor_token` is not one that this client got when an operator signed in, the operator may not act for users, or the `subject_token` is no user whom operators may act for.",
    remedy: "Read `error_description`. The inspector says which of these it is.",
  },
};
