import type { Socket } from "node:net";
import { writeResponse } from "./response-text.ts";
import type { Response } from "../response.ts";
import { closeUnlessRead, IDLE_MARGIN_MS, type UnlistedConnections } from "./idle-connections.ts";
import { createPlainReader, type PlainLimits } from "./plain-request.ts";
import { type ReceiverOptions, unsendable } from "./receive.ts";

/** What the fast lane needs besides the options of a receiver. */
export interface FastLaneOptions extends ReceiverOptions, PlainLimits {
  readonly idle_timeout_ms: number;
  /** Passes a connection to Node permanently, with the bytes that were read and not parsed. */
  readonly leave: (socket: Socket, bytes: Buffer) => void;
}

/** The connections that have sent only plain requests so far. */
export interface FastLane extends UnlistedConnections {
  take(socket: Socket): void;
}

/**
 * Node creates two streams and a dozen events for every request. Nearly every request here is small, arrives in one chunk and
 * gets its response in one chunk: those are parsed and answered without streams. A connection that sends anything else is
 * passed to Node, with everything that follows on it.
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
 * Serves one connection until it ends or is passed to Node.
 *
 *   waiting ──a plain request──▶ answering ──response written──▶ sending ──passed to the kernel──▶ waiting
 *      └──anything else──▶ passed to Node
 */
function serve(socket: Socket, options: FastLaneOptions, remove: () => void): Connection {
  const { handler, encrypted, peer, heldFor, isClosing, leave } = options;
  const address = peer ?? socket.remoteAddress ?? "";
  const read = createPlainReader(options);
  let state: "waiting" | "answering" | "sending" = "waiting";
  let ended = false;
  let pipelined: Buffer | undefined;

  const receive = (bytes: Buffer): void => {
    if (state !== "waiting") {
      pipelined = bytes; // Pipelined: requests are handled one at a time, in order.
      socket.pause();
      return;
    }
    const request = read(bytes);
    if (request === undefined) {
      release();
      leave(socket, bytes);
      return;
    }
    const { method, target, headers, body } = request;
    state = "answering";
    const answer = handler({
      method,
      target,
      headers,
      body,
      address,
      encrypted,
      age_ms: heldFor(),
    });
    if (answer instanceof Promise) void answer.then(reply);
    else reply(answer);
  };

  const reply = (answer: Response): void => {
    const close = pipelined === undefined && (ended || isClosing());
    write(socket, answer, close, options);
    state = "sending";
    if (close) socket.destroySoon();
    else if (socket.writableNeedDrain) socket.once("drain", continueReading);
    else continueReading();
  };

  const continueReading = (): void => {
    state = "waiting";
    const bytes = pipelined;
    if (bytes === undefined) {
      if (ended || isClosing()) socket.destroySoon();
      return;
    }
    pipelined = undefined;
    socket.resume();
    receive(bytes);
  };

  const release = listenTo(socket, options.idle_timeout_ms, {
    receive,
    remove,
    isIdle: () => state !== "answering",
    end() {
      ended = true; // Half-closed: it sends no more, but may still read.
      if (state === "waiting") socket.destroySoon();
    },
  });
  return { isIdle: () => state === "waiting" };
}

interface SocketListener {
  readonly receive: (bytes: Buffer) => void;
  readonly end: () => void;
  readonly remove: () => void;
  /** Whether the client is idle. */
  readonly isIdle: () => boolean;
}

/** Adds listeners to a socket; the function it returns removes them. */
function listenTo(socket: Socket, idle_timeout_ms: number, listener: SocketListener): () => void {
  const { receive, end, remove, isIdle } = listener;
  const onTimeout = (): void => {
    if (isIdle()) closeUnlessRead(socket);
  };
  const onError = (): void => void socket.destroy();
  const release = (): void => {
    remove();
    socket.setTimeout(0);
    socket.off("data", receive).off("end", end).off("timeout", onTimeout);
    socket.off("error", onError).off("close", release);
  };
  socket.setTimeout(idle_timeout_ms + IDLE_MARGIN_MS);
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
  if (!socket.writable) return; // The client has disconnected.
  const afterwards = close ? "close" : Math.floor(idle_timeout_ms / 1000);
  try {
    writeResponse(socket, answer, afterwards);
  } catch (error) {
    log.error("response not sent", { error });
    writeResponse(socket, unsendable, afterwards);
  }
}
