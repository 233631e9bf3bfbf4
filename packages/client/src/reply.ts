import { operations, type OperationId } from "@latchkey/api";

/** A response, successful or not. */
export type Reply<Output> = Success<Output> | Refusal;

/** A response with the success status of the operation. */
export interface Success<Output> extends ResponseHead {
  /** The operation succeeded. */
  readonly ok: true;
  /** Response body. */
  readonly body: Output;
}

/** Any other status, or a response that is not from Latchkey. The body is usually a `GenericError`. */
export interface Refusal extends ResponseHead {
  /** The operation failed. */
  readonly ok: false;
  /** Response body, unvalidated. */
  readonly body: unknown;
}

interface ResponseHead {
  /** The operation. */
  readonly operation: OperationId;
  /** HTTP status. */
  readonly status: number;
  /** Response headers. */
  readonly headers: Headers;
}

/** Reads a response. The body is not validated against the contract. */
export async function readReply(
  operation: OperationId,
  response: Response,
): Promise<Reply<unknown>> {
  const { status, headers } = response;
  const received = { operation, status, headers };
  const content = await readContent(operation, response);

  if (operations[operation].success === 302) {
    const navigation = readNavigation(response, content);
    return navigation
      ? { ...received, ok: true, body: navigation }
      : { ...received, ok: false, body: content };
  }
  const ok =
    status === operations[operation].success && !isForeignText(operation, content, headers);
  return { ...received, ok, body: content };
}

async function readContent(operation: OperationId, response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return response.ok && TEXT_TYPES[operation] !== undefined ? text : undefined;
  if (!JSON_TYPE.test(contentType(response.headers))) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text; // Truncated, or mislabelled by a proxy. The status is still valid.
  }
}

function readNavigation(response: Response, content: unknown): object | undefined {
  if (response.type === "opaqueredirect") return {};
  if (response.status === 200) return { page: content };

  const location = response.headers.get("location");
  return response.status === 302 && location !== null ? { location } : undefined;
}

/** Text where the contract has JSON: the response of an intermediary. */
function isForeignText(operation: OperationId, content: unknown, headers: Headers): boolean {
  return typeof content === "string" && !TEXT_TYPES[operation]?.test(contentType(headers));
}

function contentType(headers: Headers): string {
  return headers.get("content-type") ?? "";
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i;
const TEXT_TYPES: { readonly [Id in OperationId]?: RegExp } = {
  exportAuditEntries: /^application\/x-ndjson\b/i,
  exportFailedSignIns: /^application\/x-ndjson\b/i,
  listEndedTokens: /^application\/jwt\b/i,
  prometheus: /^(text\/plain|application\/openmetrics-text)\b/i,
  userinfo: /^application\/jwt\b/i,
};
