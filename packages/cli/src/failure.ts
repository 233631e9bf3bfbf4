import { ApiError } from "@latchkey/client";

import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { printable } from "./text-width.ts";

/** Something did not work, and the message says what to do about it. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exit_code: ExitCode;

  constructor(exit_code: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exit_code = exit_code;
  }
}

/** What to tell somebody whose command failed, and the shell. */
export function explainFailure(error: unknown): Explanation {
  const { code, text } = choose(error);
  return { code, text: printable(text) };
}

interface Explanation {
  readonly code: ExitCode;
  readonly text: string;
}

function choose(error: unknown): Explanation {
  if (error instanceof Failure) return { code: error.exit_code, text: error.message };
  if (error instanceof ApiError) return explainRefusal(error);
  return { code: exitCodes.failed, text: explain(error) };
}

function explainRefusal(error: ApiError): Explanation {
  const { status, request_id } = error;
  const said = error.error_description ?? error.message;
  switch (status) {
    case 401:
    case 403:
      return { code: exitCodes.denied, text: `${said}${adviceOn(error)}` };
    case 404:
      return { code: exitCodes.missing, text: said };
    case 409:
      return { code: exitCodes.taken, text: said };
    default:
      break;
  }
  if (error.error === undefined) return { code: exitCodes.unreachable, text: stranger(error) };
  if (status < 500) return { code: exitCodes.refused, text: `${said} (${error.error})` };
  const where = request_id === undefined ? "" : ` Its log says more under ${request_id}.`;
  return { code: exitCodes.failed, text: `The server failed: ${said}${where}` };
}

function adviceOn({ error, operation }: ApiError): string {
  if (error === "request_unauthorized" || error === "request_forbidden")
    return "\nGive an API key that may do this with --access-token or OAUTH2_ACCESS_TOKEN; latchkey api-keys create makes one.";
  if (error === "invalid_client")
    return "\nCheck --client-id and --client-secret, and how the client is registered: latchkey clients get.";
  return ` (${operation})`;
}

function stranger({ status }: ApiError): string {
  return `What answers there (${status}) is not a Latchkey server, or another of its listeners: check --endpoint.`;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? error.message
    : `${error.message}\n  because: ${explain(error.cause)}`;
}
