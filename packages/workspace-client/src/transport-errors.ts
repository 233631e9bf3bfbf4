import { WorkspaceError } from "./workspace-error.ts";

/** Nothing came back in time. */
export class RequestTimeoutError extends WorkspaceError {
  /** What went wrong, as a code. */
  declare readonly code: "request_timeout";

  constructor() {
    super({ code: "request_timeout" });
  }

  override get name() {
    return "RequestTimeoutError" as const;
  }
}

/** There was no answer: no connection, a lost one, or a redirect. The code is the system's own where it has one. */
export class ConnectionError extends WorkspaceError {
  constructor(failure: unknown) {
    super({ code: systemCodeOf(failure) ?? "connection_failed" });
  }

  override get name() {
    return "ConnectionError" as const;
  }
}

/** `ECONNREFUSED` and its like, which `fetch` wraps once or twice, and nothing else of what it threw. */
function systemCodeOf(failure: unknown, depth = 0): string | undefined {
  if (typeof failure !== "object" || failure === null || depth > 2) return undefined;
  const code: unknown = Reflect.get(failure, "code");
  if (typeof code === "string" && SYSTEM_CODE.test(code)) return code;
  return systemCodeOf(Reflect.get(failure, "cause"), depth + 1);
}

const SYSTEM_CODE = /^[A-Z][A-Z\d]*(_[A-Z\d]+)*$/;
