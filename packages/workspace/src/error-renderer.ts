import {
  type ErrorRenderer,
  type Failure,
  KnownCode,
  type LogFormat,
  type Response,
  createJsonErrorRenderer,
  randomId,
  showErrorPage,
} from "@latchkey/server/feature/endpoints";
import type { WorkspaceContext } from "./context.ts";
import {
  bodyTooLarge,
  malformedTarget,
  methodNotAllowed,
  workspaceErrors,
  requestTooLarge,
} from "./rules/errors.ts";
import {
  describeWorkspaceError,
  isWorkspaceErrorCode,
  type WorkspaceError,
  workspaceErrorCodes,
} from "./rules/workspace-error.ts";

/** Whether a path belongs to the workspace API, known or not. */
export function isUnderV1(path: string): boolean {
  return path.startsWith("/v1/");
}

/** What differs between the routes of the workspace API. */
interface ErrorRendererOptions {
  /** The error when the database was unavailable and the write may have been committed all the same. */
  readonly outcome_unknown?: WorkspaceError | undefined;
}

/** For `/v1`: errors in the envelopes of the workspace API, and its own log lines. */
export function createWorkspaceErrorRenderer(
  context: WorkspaceContext,
  options: ErrorRendererOptions = {},
): ErrorRenderer {
  const { "oauth2.expose_internal_errors": expose_internal_errors } = context.config;
  const json = createJsonErrorRenderer({ expose_internal_errors });
  return {
    log_format,
    renderError(failure, request) {
      const error = workspaceErrorOf(failure, context, options);
      return error === undefined
        ? json.renderError(failure, request)
        : respondWithError(error, randomId(), context);
    },
  };
}

/** For `/v1/oauth/authorize`, which users open in a browser: what fails in the endpoint is shown as a page. */
export function createWorkspacePageErrorRenderer(context: WorkspaceContext): ErrorRenderer {
  const workspace = createWorkspaceErrorRenderer(context);
  return {
    log_format,
    renderError(failure, request) {
      if (failure.kind !== "unavailable" && failure.kind !== "bug")
        return workspace.renderError(failure, request);
      const page = showErrorPage(failure.error, request, context);
      if (failure.kind === "bug") return page;
      const retry_after = String(workspaceErrors.temporarily_unavailable.retry_after);
      return { ...page, headers: { ...page.headers, "Retry-After": retry_after } };
    },
  };
}

/** The error as an integration receives it. */
export function respondWithError(
  error: WorkspaceError,
  request_id: string,
  { config }: Pick<WorkspaceContext, "config">,
): Response {
  const envelope = config["workspace.error_envelope"];
  const { code, description: error_description, reason } = error;
  return {
    ...describeWorkspaceError(error, { envelope, request_id }),
    note: { error: { error: code, error_description, ...(reason !== undefined && { reason }) } },
  };
}

/** Fields that cannot contain a secret. No path of the workspace API has names in it, so its pattern is the path. */
const log_format: LogFormat = {
  message: "workspace request",
  error_codes: new Set(workspaceErrorCodes),
  fields: ({ method, route, request_id, error }) => ({
    method,
    path: route,
    ...(error !== undefined && { code: loggable(error) }),
    requestId: request_id,
  }),
};

function loggable(error: string): string | KnownCode {
  return isWorkspaceErrorCode(error) ? new KnownCode(error) : error;
}

/** Undefined for failures that have no envelope of their own. */
function workspaceErrorOf(
  { kind, headers, outcome_unknown, error }: Failure,
  { config }: WorkspaceContext,
  options: ErrorRendererOptions,
): WorkspaceError | undefined {
  switch (kind) {
    case "not_found":
      return workspaceErrors.path_unknown;
    case "wrong_method":
      return methodNotAllowed(supportedMethods(String(headers?.["Allow"])));
    case "too_large":
      return bodyTooLarge(config["serve.limits.body_bytes"]);
    case "over_limit":
      return requestTooLarge(error.error_description);
    case "unavailable":
      return (
        (outcome_unknown === true ? options.outcome_unknown : undefined) ??
        workspaceErrors.temporarily_unavailable
      );
    case "overloaded": {
      const { error_description: description, retry_after = 1 } = error;
      return { ...workspaceErrors.temporarily_unavailable, description, retry_after };
    }
    case "bug":
      return workspaceErrors.server_error;
    case "malformed_target":
      return malformedTarget(error.error_description);
    case "refused":
      return undefined;
  }
}

/** Without OPTIONS and HEAD, which every path supports. */
function supportedMethods(allow: string): string {
  return allow
    .split(", ")
    .filter((method) => method !== "OPTIONS" && method !== "HEAD")
    .join(", ");
}
