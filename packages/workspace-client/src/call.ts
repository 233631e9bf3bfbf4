import { classify } from "./classify.ts";
import type { Received } from "./received.ts";
import { decideRetry } from "./retry-policy.ts";
import { send } from "./send.ts";
import type { Settings } from "./settings.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** A request and how to read its answer. */
export interface Call<Answer> {
  readonly path: string;
  readonly body: object;
  readonly read: (received: Received) => Answer;
  readonly signal?: AbortSignal | undefined;
}

/** Makes exactly one attempt, whatever comes of it, and tells the log. */
export async function callOnce<Answer>(
  { path, body, read, signal }: Call<Answer>,
  settings: Settings,
  attempt = 0,
): Promise<Answer> {
  const request = { method: "POST", path, attempt };
  settings.log("info", "request start", request);
  try {
    const received = await send(path, body, settings, signal);
    if (!received.ok) throw classify(received);

    const answer = read(received);
    settings.log("info", "request success", { ...request, requestId: received.requestId });
    return answer;
  } catch (error) {
    settings.log("warn", "request fail", { ...request, ...causeOf(error) });
    throw error;
  }
}

/** Makes an attempt and, where the settings ask for it, more. Never for a token request: it may have spent a grant. */
export async function callPatiently<Answer>(
  call: Call<Answer>,
  settings: Settings,
): Promise<Answer> {
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
  if (!(error instanceof WorkspaceError)) return { code: "aborted" }; // The reason is the caller's own.
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
