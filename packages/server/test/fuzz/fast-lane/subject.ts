import { connect } from "node:net";
import { setImmediate as nextTick } from "node:timers/promises";
import type { Response } from "../../../src/http/response.ts";
import type { IncomingRequest } from "../../../src/http/incoming-request.ts";
import { listen } from "../../../src/http/listener/listen.ts";
import { createLog } from "../../../src/telemetry/log.ts";
import type { Conversation } from "./conversation.ts";

/** A listener that is talked to, one conversation at a time. */
export interface Subject {
  /** `patience` is the number of quiet event-loop turns before the client half-closes the connection. */
  talk(conversation: Conversation, patience: number): Promise<Outcome>;
  close(): Promise<void>;
}

/** What came of a conversation: the requests that reached the handler, and the bytes that came back. */
export interface Outcome {
  /** Sorted: of pipelined requests, Node may begin with one whose body need not be waited for. Answers are in order. */
  readonly handled: readonly string[];
  readonly said: string;
}

type Handled = Omit<IncomingRequest, "age_ms" | "address" | "headers"> & {
  /** In the order in which they are listed. */
  readonly headers: readonly (readonly [string, string | undefined])[];
};

/** The default for heads; less for bodies, so that requests at and beyond the limit are short. */
export const limits = {
  body_bytes: 1_024,
  header_bytes: 16_384,
  request_timeout_ms: 30_000,
  idle_timeout_ms: 30_000,
};
const GIVE_UP_MS = 10_000;
const log = createLog({ level: "error", format: "json", write: () => {} });

/** Starts a listener with or without the fast lane, over a handler that returns what it was given. */
export async function startSubject(fast_lane: boolean): Promise<Subject> {
  const work: Work = { handled: [], pending: 0 };
  const handler = (incoming: IncomingRequest): Response | Promise<Response> => {
    const { method, target, body, encrypted } = incoming;
    const request = { method, target, body, encrypted, headers: Object.entries(incoming.headers) };
    work.handled.push(request);
    return target.startsWith("/late") ? answerLate(request, work) : answerTo(request);
  };
  const place = { host: "127.0.0.1", port: 0, setting: "serve.public" };
  const listener = await listen({ ...place, handler, limits, log, fast_lane });

  return {
    async talk(conversation, patience) {
      work.handled = [];
      const said = await converse(listener.port, conversation, patience, work);
      const handled = work.handled.map((request) => JSON.stringify(request)).toSorted();
      return { handled, said: normalize(said) };
    },
    close: () => listener.close({ drain_ms: 0, timeout_ms: 0 }),
  };
}

/** What the handler of a listener is doing. */
interface Work {
  handled: Handled[];
  pending: number;
}

/** Sends the pieces, waits until all is quiet, says that no more will come, and returns what was received until the end. */
async function converse(
  port: number,
  { pieces }: Conversation,
  patience: number,
  work: Work,
): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const chunks: Buffer[] = [];
  let quiet = 0;
  socket.on("data", (chunk: Buffer) => {
    quiet = 0;
    chunks.push(chunk);
  });
  socket.on("error", () => {}); // A connection that is reset is closed as well.
  const over = new Promise((resolve) => socket.once("close", resolve));
  const timer = setTimeout(() => {
    chunks.push(Buffer.from("(left open)"));
    socket.destroy();
  }, GIVE_UP_MS);

  await Promise.race([new Promise((resolve) => socket.once("connect", resolve)), over]);
  for (const { bytes, ticks } of pieces) {
    if (socket.closed) break;
    socket.write(bytes, "latin1");
    for (let tick = 0; tick < ticks; tick += 1) await nextTick();
  }
  while (!socket.closed && (quiet < patience || work.pending > 0)) {
    quiet += 1;
    await nextTick();
  }
  socket.end();
  await over;
  clearTimeout(timer);
  return Buffer.concat(chunks).toString("latin1");
}

async function answerLate(request: Handled, work: Work): Promise<Response> {
  work.pending += 1;
  await nextTick();
  await nextTick();
  work.pending -= 1;
  return answerTo(request);
}

/** Different kinds of answers, by the target alone; most repeat the request. */
function answerTo(request: Handled): Response {
  const { target } = request;
  if (target.includes("none")) return { status: 204, headers: {}, body: "" };
  if (target.includes("large")) return { status: 200, headers: {}, body: "é".repeat(100_000) };
  if (target.includes("cookies"))
    return { status: 404, headers: { "Set-Cookie": ["a=1", "b=2"] }, body: "" };
  const body = JSON.stringify(request);
  return { status: 200, headers: { "Content-Type": "application/json" }, body };
}

/** What differs from one moment to the next: the date, and the ids of requests that were never handled. */
function normalize(said: string): string {
  return said
    .replaceAll(/^Date: [^\r]*\r$/gm, "Date: (date)\r")
    .replaceAll(/^X-Request-Id: [^\r]*\r$/gm, "X-Request-Id: (id)\r");
}
