import { UNKNOWN_PATH } from "@latchkey/api";
import { ApiError } from "@latchkey/client";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { printable } from "./text-width.ts";

/** A failure with its exit code. The message states what to do. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exit_code: ExitCode;

  constructor(exit_code: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exit_code = exit_code;
  }
}

/** The error message and exit code for an error. */
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
  const description = error.error_description ?? error.message;
  switch (status) {
    case 401:
    case 403:
      return { code: exitCodes.denied, text: `${description}${adviceOn(error)}` };
    case 404:
      return description === UNKNOWN_PATH
        ? { code: exitCodes.unreachable, text: notLatchkey(error) }
        : { code: exitCodes.missing, text: description };
    case 409:
      return { code: exitCodes.taken, text: `${description}${adviceOnTaken(error)}` };
    default:
      break;
  }
  if (error.error === undefined) return { code: exitCodes.unreachable, text: notLatchkey(error) };
  if (error.error === "tls_required")
    return { code: exitCodes.unreachable, text: `${description}${TLS_ADVICE}` };
  if (status < 500) return { code: exitCodes.refused, text: `${description} (${error.error})` };
  const where = request_id === undefined ? "" : ` See the server log for request ${request_id}.`;
  return { code: exitCodes.failed, text: `The server failed: ${description}${where}` };
}

const TLS_ADVICE =
  "\nSet --endpoint to the https URL of the listener. From a network in serve.tls.allow_termination_from, pass --fake-tls-termination.";

/** What to do where the name of a new resource is taken. */
const taken: Readonly<Record<string, string>> = {
  createOAuth2Client: "Choose another --id, or change the client with latchkey clients update.",
  createApi: "Change it with latchkey apis update.",
  createJsonWebKeySet: "Choose another KID, or add a key with latchkey keys rotate.",
  createAuthorizationDetailsType: "Change it with latchkey details-types update.",
  createIdentityProvider: "Change it with latchkey identity-providers update.",
  createWorkspace: "Choose another --id, or change it with latchkey workspaces update.",
  createWorkspaceMember: "Change the member with latchkey workspaces members update.",
  createIntegration: "Change it with latchkey workspaces integrations update.",
};

function adviceOnTaken({ operation }: ApiError): string {
  const advice = Object.hasOwn(taken, operation) ? taken[operation] : undefined;
  return advice === undefined ? "" : `\n${advice}`;
}

function adviceOn({ error, operation }: ApiError): string {
  if (error === "request_unauthorized" || error === "request_forbidden")
    return "\nPass an API key with the required scope or role in --access-token or LATCHKEY_API_KEY, or log in with latchkey login. Create a key with latchkey api-keys create.";
  if (error === "invalid_client")
    return "\nCheck --client-id and --client-secret, and how the client is registered: latchkey clients get.";
  return ` (${operation})`;
}

function notLatchkey({ status }: ApiError): string {
  return `The response (${status}) is not from a Latchkey server, or from another of its listeners: check --endpoint.`;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? error.message
    : `${error.message}\n  Cause: ${explain(error.cause)}`;
}
