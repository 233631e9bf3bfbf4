import { Agent, request } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import type { Endpoint } from "./relay.ts";
import type { Recorder } from "./figures.ts";

/** Sends requests to one of several addresses, as a client does whose name server has several or whose address moves. */
export interface Caller {
  /**
   * Sends a request until it has another answer than 503 and the like. Each of those is recorded as an error. A connection that
   * ends without a response is no error the first times: the request is sent to the next address.
   */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  close(): void;
}

/** How long a request may take in all, with everything that is sent again. */
const GIVE_UP_MS = 60_000;
const RESPONSE_TIMEOUT_MS = 20_000;
const PAUSE_MS = 200;

export function createCaller(
  endpoints: readonly Endpoint[],
  issuer: string,
  recorder: Recorder,
): Caller {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 256 });
  const { host } = new URL(issuer);
  let current = 0;

  const fetchOnce = async (path: string, init: RequestInit): Promise<Response> => {
    for (let tries = 1; ; tries += 1) {
      const used = current;
      const endpoint = endpoints[used % endpoints.length];
      if (endpoint === undefined) throw new Error("There is no address to call.");
      try {
        return await send(endpoint, path, init, { agent, host });
      } catch (error) {
        if (tries > endpoints.length || isTimeout(error)) throw error;
        recorder.repeated();
        if (current === used) current += 1;
      }
    }
  };

  return {
    async fetch(url, init = {}) {
      const { pathname, search } = new URL(url);
      const began = performance.now();
      for (;;) {
        const sentAt = performance.now();
        try {
          const response = await fetchOnce(`${pathname}${search}`, init);
          if (response.status < 500) {
            recorder.answered(sentAt);
            return response;
          }
          recorder.failed(`${response.status} ${pathname}`);
        } catch (error) {
          recorder.failed(`${String(error)} ${pathname}`);
        }
        if (performance.now() - began > GIVE_UP_MS) {
          throw new Error(`${pathname} had no answer for a minute.`);
        }
        await pause(PAUSE_MS);
      }
    },
    close: () => agent.destroy(),
  };
}

function textOf(body: RequestInit["body"]): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error("Only text and forms are sent.");
}

interface Transport {
  readonly agent: Agent;
  readonly host: string;
}

class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

function isTimeout(error: unknown): boolean {
  return error instanceof TimeoutError;
}

function send(
  endpoint: Endpoint,
  path: string,
  init: RequestInit,
  { agent, host }: Transport,
): Promise<Response> {
  const body = textOf(init.body);
  const headers: Record<string, string> = Object.fromEntries(new Headers(init.headers));
  if (init.body instanceof URLSearchParams) {
    headers["content-type"] = "application/x-www-form-urlencoded";
  }
  if (body !== undefined) headers["content-length"] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const sent = request({
      host: endpoint.host,
      port: endpoint.port,
      servername: new URL(`https://${host}`).hostname,
      method: init.method ?? "GET",
      path,
      agent,
      headers: { ...headers, host },
    });
    const timer = setTimeout(
      () => sent.destroy(new TimeoutError("no response in time")),
      RESPONSE_TIMEOUT_MS,
    );
    sent.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        clearTimeout(timer);
        const status = response.statusCode ?? 0;
        const received = new Headers();
        for (let at = 0; at < response.rawHeaders.length; at += 2) {
          received.append(response.rawHeaders[at] ?? "", response.rawHeaders[at + 1] ?? "");
        }
        const content = status === 204 || status === 304 ? null : Buffer.concat(chunks);
        resolve(new Response(content, { status, headers: received }));
      });
    });
    sent.end(body);
  });
}
