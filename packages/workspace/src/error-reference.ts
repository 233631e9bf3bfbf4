import {
  type ErrorMeaning,
  errorTableHeading,
  errorTableRow,
} from "@latchkey/server/feature/endpoints";
import {
  type WorkspaceError,
  type WorkspaceErrorCode,
  workspaceErrorCodes,
} from "./rules/workspace-error.ts";
import {
  bodyTooLarge,
  methodNotAllowed,
  rateLimited,
  versionMissing,
  versionUnsupported,
  workspaceErrors,
} from "./rules/errors.ts";

/** The section of the workspace API in the reference of errors. */
export function renderWorkspaceErrors(): string {
  const rows = workspaceErrorCodes.map((code) => {
    const statuses = allErrors.filter((error) => error.code === code).map(({ status }) => status);
    return errorTableRow(code, [...new Set(statuses)].join(", "), meanings[code]);
  });
  return `${introduction}\n${errorTableHeading}${rows.join("")}`;
}

const allErrors: readonly WorkspaceError[] = [
  ...Object.values(workspaceErrors),
  bodyTooLarge(65_536),
  versionMissing([]),
  versionUnsupported([]),
  methodNotAllowed("POST"),
  rateLimited("public_api_request_rate_limit", 1),
];

const introduction = `
## Workspace API

Under \`/v1\` OAuth errors have \`error\`, \`error_description\` and \`request_id\`. Other errors (the last five rows)
have \`object\`, \`status\`, \`code\`, \`message\` and \`request_id\`; with \`workspace.error_envelope: standard\` all errors have.
`;

/** The meanings of the error codes. A code that is left out does not compile. */
const meanings: Readonly<Record<WorkspaceErrorCode, ErrorMeaning>> = {
  invalid_request: {
    means: "A field is missing, malformed or sent twice, or the body is not a JSON object.",
    remedy: "Read the description, which names the field.",
  },
  invalid_client: {
    means: "The integration did not authenticate, or used a secret that is no longer valid.",
    remedy: "Send HTTP Basic with `client_id` and the newest secret, or the one before it.",
  },
  invalid_grant: {
    means:
      "The code or refresh token is unknown, expired, revoked or used; or the integration was disconnected, or changed its capabilities.",
    remedy: "Ask the user to install the integration again.",
  },
  unauthorized_client: {
    means: "An internal integration requested a grant.",
    remedy: "Use the token that was generated for it.",
  },
  unsupported_grant_type: {
    means: "The `grant_type` is not supported.",
    remedy: "Use `authorization_code` or `refresh_token`.",
  },
  server_error: {
    means:
      "The server met an unexpected error (500), or its database was lost while a code or refresh token was being used (503). It may be used up.",
    remedy: "Introspect your tokens before you retry. The log has the cause under the request id.",
  },
  temporarily_unavailable: {
    means: "The database is unavailable. Nothing was used up, or a retry is harmless.",
    remedy: "Retry after `Retry-After`.",
  },
  missing_version: {
    means: "The header `Service-Version` was not sent.",
    remedy: "Send a version that the message names.",
  },
  validation_error: {
    means: "The `Service-Version` is not one of `workspace.service_versions`.",
    remedy: "Send one that the message lists, or add it to the setting.",
  },
  rate_limited: {
    means: "There were too many requests. Nothing was used up.",
    remedy: "Wait for `Retry-After`. The limits are `workspace.rate_limit.*`.",
  },
  invalid_request_url: {
    means:
      "There is nothing at this path, or not for this method, or the URL has a percent-escape that is not text.",
    remedy: "Check the URL; the `Allow` header lists the methods.",
  },
  unauthorized: {
    means: "The access token is missing, unknown, expired or revoked.",
    remedy: "Refresh it, or ask the user to install the integration again.",
  },
};
