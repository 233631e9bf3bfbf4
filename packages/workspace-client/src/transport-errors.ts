import { WorkspaceError } from "./workspace-error.ts";

/** No complete response arrived within `timeoutMs`. */
export class RequestTimeoutError extends WorkspaceError {
  /** Error code. */
  declare readonly code: "request_timeout";

  constructor() {
    super({ code: "request_timeout" });
  }

  override get name() {
    return "RequestTimeoutError" as const;
  }
}

/** No response: the connection failed or was lost, or the response was a redirect. The code is that of the system, if it has one. */
export class ConnectionError extends WorkspaceError {
  constructor(failure: unknown) {
    super({ code: systemCodeOf(failure) ?? "connection_failed" });
  }

  override get name() {
    return "ConnectionError" as const;
  }
}

/** A code such as `ECONNREFUSED`, which `fetch` wraps once or twice. Nothing else of its error is kept. */
function systemCodeOf(failure: unknown, depth = 0): string | undefined {
  if (typeof failure !== "object" || failure === null || depth > 2) return undefined;
  const code: unknown = Reflect.get(failure, "code");
  if (typeof code === "string" && SYSTEM_CODE.test(code)) return code;
  return systemCodeOf(Reflect.get(failure, "cause"), depth + 1);
}

const SYSTEM_CODE = /^[A-Z][A-Z\d]*(_[A-Z\d]+)*$/;
