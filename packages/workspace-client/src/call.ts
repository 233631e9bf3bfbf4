import { classify } from "./classify.ts";
import type { Received } from "./received.ts";
import { decideRetry } from "./retry-policy.ts";
import { send } from "./send.ts";
import type { Settings } from "./settings.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** A request and the reader of its response. */
export interface Call<Output> {
  readonly path: string;
  readonly body: object;
  readonly read: (received: Received) => Output;
  readonly signal?: AbortSignal | undefined;
}

/** Makes exactly one attempt and logs it. */
export async function callOnce<Output>(
  { path, body, read, signal }: Call<Output>,
  settings: Settings,
  attempt = 0,
): Promise<Output> {
  const request = { method: "POST", path, attempt };
  settings.log("info", "request start", request);
  try {
    const received = await send(path, body, settings, signal);
    if (!received.ok) throw classify(received);

    const output = read(received);
    settings.log("info", "request success", { ...request, requestId: received.requestId });
    return output;
  } catch (error) {
    settings.log("warn", "request fail", { ...request, ...causeOf(error) });
    throw error;
  }
}

/** Retries as configured. Must not be used for token requests: a failed attempt may have used up the grant. */
export async function callWithRetries<Output>(
  call: Call<Output>,
  settings: Settings,
): Promise<Output> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await callOnce(call, settings, attempt);
    } catch (error) {
      const delayMs = decideRetry(error, attempt, settings.retry, Math.random());
      if (delayMs === undefined) throw error;

      const next = { method: "POST", path: call.path, attempt: attempt + 1, delayMs };
      settings.log("info", "retrying request", next);
      await pause(delayMs, call.signal);
    }
  }
}

function causeOf(error: unknown): { code: string; requestId?: string | undefined } {
  if (!(error instanceof WorkspaceError)) return { code: "aborted" }; // Aborted by the caller.
  return { code: error.code, requestId: error.requestId };
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = () => resolve();
  const timer = setTimeout(wake, ms);
  signal?.addEventListener("abort", wake);
  await promise;

  clearTimeout(timer);
  signal?.removeEventListener("abort", wake);
  signal?.throwIfAborted();
}
