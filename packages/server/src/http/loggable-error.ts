import { MIN_SECRET, scrub, secretsIn } from "../telemetry/mask-request.ts";
import type { Request } from "./request.ts";
import { mediaTypeOf } from "./media-type.ts";

/** An error as the log may show it. */
export interface LoggableError {
  readonly name: string;
  readonly message: string;
  /** Not `code`, which the log masks. */
  readonly error_code?: string;
  readonly stack?: string;
  readonly cause?: LoggableError;
}

const MAX_CAUSES = 5;
const MAX_TEXT_LENGTH = 8_000;

/**
 * An error with its stack and its causes, without the secrets of the request that caused it. Messages may quote their input,
 * and the first line of a stack repeats the message; so both are scrubbed.
 */
export function loggableError(error: unknown, request: RequestParts): LoggableError {
  const secrets = secretsOf(request);
  const clean = (text: string): string => scrub(text, secrets).slice(0, MAX_TEXT_LENGTH);
  const describe = (thrown: unknown, depth: number): LoggableError => {
    if (!(thrown instanceof Error)) return { name: typeof thrown, message: clean(String(thrown)) };
    const { name, message, stack, cause } = thrown;
    return {
      name,
      message: clean(message),
      ...("code" in thrown && typeof thrown.code === "string" && { error_code: thrown.code }),
      ...(stack !== undefined && { stack: clean(stack) }),
      ...(cause !== undefined && depth < MAX_CAUSES && { cause: describe(cause, depth + 1) }),
    };
  };
  return describe(error, 0);
}

type RequestParts = Pick<Request, "headers" | "search" | "body">;

/** The secrets in a request, the longest first, so that no part of one remains after scrubbing. */
function secretsOf({ headers, search, body }: RequestParts): readonly string[] {
  const { authorization = "", cookie = "" } = headers;
  const credentials = authorization.replace(/^\S+ +/, "");
  const secrets = [
    credentials,
    ...basicSecret(authorization, credentials),
    ...cookie.split(/; */).map((pair) => pair.slice(pair.indexOf("=") + 1)),
    ...secretsIn(new URLSearchParams(search)),
    ...secretsIn(bodyParameters(body, headers["content-type"])),
  ];
  const found = secrets.filter((secret) => secret.length >= MIN_SECRET).slice(0, MAX_SECRETS);
  return found.toSorted((one, other) => other.length - one.length);
}

const MAX_SECRETS = 200;

function basicSecret(authorization: string, credentials: string): readonly string[] {
  if (!/^basic /i.test(authorization)) return [];
  const [, secret = ""] =
    /^[^:]*:([^]*)$/.exec(Buffer.from(credentials, "base64").toString()) ?? [];
  return [secret];
}

function bodyParameters(
  body: string,
  content_type: string | undefined,
): Iterable<readonly [string, string]> {
  if (mediaTypeOf(content_type) !== "application/json") return new URLSearchParams(body);
  const texts: [string, string][] = [];
  try {
    // The reviver is called with every field, however deep.
    JSON.parse(body, (name, value: unknown) => {
      if (typeof value === "string" && texts.length < MAX_SECRETS) texts.push([name, value]);
      return value;
    });
  } catch {
    texts.push(["body", body]); // Not JSON: none of it is known to be harmless.
  }
  return texts;
}
