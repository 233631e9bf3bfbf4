import type { Socket } from "node:net";
import { writeAnswer } from "./response-text.ts";
import type { Response } from "../endpoint.ts";
import { createPlainReader, type PlainLimits } from "./plain-request.ts";
import { type ReceiverOptions, unsendable } from "./receive.ts";

/** What a fast lane needs besides what every receiver does. */
export interface FastLaneOptions extends ReceiverOptions, PlainLimits {
  readonly idle_timeout_ms: number;
  /** Takes over a connection for good, with the bytes that were read from it and not understood. */
  readonly leave: (socket: Socket, bytes: Buffer) => void;
}

/** Connections over which nothing unusual was said yet. */
export interface FastLane {
  take(socket: Socket): void;
  /** Hangs up on those that wait for nothing. */
  closeIdle(): void;
  closeAll(): void;
}

/**
 * Node makes two streams of every request and its answer, and a dozen events. Nearly every request here is small, comes in one
 * piece and is answered in one piece: those are read and answered without any of that. Whatever is not plainly such a
 * request is Node's, with everything that follows on the same connection.
 */
export function openFastLane(options: FastLaneOptions): FastLane {
  const connections = new Map<Socket, Connection>();
  return {
    take(socket) {
      const connection = serve(socket, options, () => connections.delete(socket));
      connections.set(socket, connection);
    },
    closeIdle() {
      for (const [socket, { isIdle }] of connections) if (isIdle()) socket.destroy();
    },
    closeAll() {
      for (const socket of connections.keys()) socket.destroy();
    },
  };
}

interface Connection {
  readonly isIdle: () => boolean;
}

/**
 * Serves one connection until it ends or leaves.
 *
 *   waiting ──a plain request──▶ answering ──answer written──▶ sending ──the kernel has it──▶ waiting
 *      └──anything else──▶ left to Node
 */
function serve(socket: Socket, options: FastLaneOptions, forget: () => void): Connection {
  const { handler, encrypted, isClosing, leave } = options;
  const address = socket.remoteAddress ?? "";
  const read = createPlainReader(options);
  let state: "waiting" | "answering" | "sending" = "waiting";
  let ended = false;
  let early: Buffer | undefined;

  const receive = (bytes: Buffer): void => {
    if (state !== "waiting") {
      early = bytes; // One at a time, and in turn.
      socket.pause();
      return;
    }
    const received_at_ms = Date.now();
    const request = read(bytes);
    if (request === undefined) {
      release();
      leave(socket, bytes);
      return;
    }
    const { method, target, headers, body } = request;
    state = "answering";
    const answer = handler({ method, target, headers, body, address, encrypted, received_at_ms });
    if (answer instanceof Promise) void answer.then(reply);
    else reply(answer);
  };

  const reply = (answer: Response): void => {
    const close = ended || isClosing();
    write(socket, answer, close, options);
    state = "sending";
    if (close) socket.destroySoon();
    else if (socket.writableNeedDrain) socket.once("drain", goOn);
    else goOn();
  };

  const goOn = (): void => {
    state = "waiting";
    const bytes = early;
    if (bytes === undefined) {
      if (ended || isClosing()) socket.destroySoon();
      return;
    }
    early = undefined;
    socket.resume();
    receive(bytes);
  };

  const release = watchOver(socket, options.idle_timeout_ms, {
    receive,
    forget,
    isIdle: () => state !== "answering",
    end() {
      ended = true; // It will ask no more, but may still listen.
      if (state === "waiting") socket.destroySoon();
    },
  });
  return { isIdle: () => state === "waiting" };
}

interface Watcher {
  readonly receive: (bytes: Buffer) => void;
  readonly end: () => void;
  readonly forget: () => void;
  /** Whether it is the other side that does nothing. */
  readonly isIdle: () => boolean;
}

/** Listens to a socket; what it answers ends that. */
function watchOver(socket: Socket, idle_timeout_ms: number, watcher: Watcher): () => void {
  const { receive, end, forget, isIdle } = watcher;
  const onTimeout = (): void => {
    if (isIdle()) socket.destroy();
  };
  const onError = (): void => void socket.destroy();
  const release = (): void => {
    forget();
    socket.setTimeout(0);
    socket.off("data", receive).off("end", end).off("timeout", onTimeout);
    socket.off("error", onError).off("close", release);
  };
  socket.setTimeout(idle_timeout_ms);
  socket.on("error", onError).on("close", release).on("timeout", onTimeout);
  socket.on("end", end).on("data", receive);
  return release;
}

function write(
  socket: Socket,
  answer: Response,
  close: boolean,
  { idle_timeout_ms, log }: FastLaneOptions,
): void {
  if (!socket.writable) return; // Whoever asked has gone.
  const afterwards = close ? "close" : Math.floor(idle_timeout_ms / 1000);
  try {
    writeAnswer(socket, answer, afterwards);
  } catch (error) {
    log.error("answer not sent", { error });
    writeAnswer(socket, unsendable, afterwards);
  }
}
