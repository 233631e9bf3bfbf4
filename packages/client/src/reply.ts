import { operations, type OperationId } from "@latchkey/api";

/** What came back, success or not. */
export type Reply<Output> = Success<Output> | Refusal;

/** The status the operation promises, with its output. */
export interface Success<Output> extends Received {
  /** The operation did what it promises. */
  readonly ok: true;
  /** What it answered. */
  readonly body: Output;
}

/** Any other status, or an answer that no Latchkey would give. The body is as it came: usually a `GenericError`. */
export interface Refusal extends Received {
  /** It did not. */
  readonly ok: false;
  /** What came instead. */
  readonly body: unknown;
}

interface Received {
  /** What was called. */
  readonly operation: OperationId;
  /** The status of the answer. */
  readonly status: number;
  /** The headers of the answer. */
  readonly headers: Headers;
}

/** Reads an answer to its end. The output is trusted to be what the contract says, not checked. */
export async function readReply(
  operation: OperationId,
  response: Response,
): Promise<Reply<unknown>> {
  const { status, headers } = response;
  const received = { operation, status, headers };
  const content = await readContent(response);

  if (operations[operation].success === 302) {
    const navigation = readNavigation(response, content);
    return navigation
      ? { ...received, ok: true, body: navigation }
      : { ...received, ok: false, body: content };
  }
  const ok = status === operations[operation].success && !isStray(operation, content, headers);
  return { ...received, ok, body: content };
}

async function readContent(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  if (!JSON_TYPE.test(contentType(response.headers))) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text; // A proxy cut it short, or lied. The status still counts.
  }
}

function readNavigation(response: Response, content: unknown): object | undefined {
  if (response.type === "opaqueredirect") return {};
  if (response.status === 200) return { page: content };

  const location = response.headers.get("location");
  return response.status === 302 && location !== null ? { location } : undefined;
}

/** Text where the contract has JSON: somebody in between answered with words of their own. */
function isStray(operation: OperationId, content: unknown, headers: Headers): boolean {
  return typeof content === "string" && !TEXT_TYPES[operation]?.test(contentType(headers));
}

function contentType(headers: Headers): string {
  return headers.get("content-type") ?? "";
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i;
const TEXT_TYPES: { readonly [Id in OperationId]?: RegExp } = {
  prometheus: /^(text\/plain|application\/openmetrics-text)\b/i,
  userinfo: /^application\/jwt\b/i,
};
