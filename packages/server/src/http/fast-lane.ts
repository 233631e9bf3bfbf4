import type { Socket } from "node:net";
import { headText, hasBody } from "./answer-text.ts";
import type { Answer } from "./endpoint.ts";
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
 *
 *   waiting ──a plain request──▶ answering ──the answer is out──▶ waiting
 *      └──anything else──▶ left to Node
 */
export function openFastLane(options: FastLaneOptions): FastLane {
  const { handler, encrypted, log, isClosing, idle_timeout_ms, leave } = options;
  const keep_alive = Math.floor(idle_timeout_ms / 1000);
  const connections = new Map<Socket, { readonly isIdle: () => boolean }>();

  function take(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const read = createPlainReader(options);
    let answering = false;
    let ended = false;
    let early: Buffer | undefined;

    const receive = (bytes: Buffer): void => {
      if (answering) {
        early = bytes; // One at a time, and in turn.
        socket.pause();
        return;
      }
      const received_at_ms = Date.now();
      const request = read(bytes);
      if (request === undefined) return part(bytes);
      const { method, target, headers, body } = request;
      answering = true;
      const answer = handler({ method, target, headers, body, address, encrypted, received_at_ms });
      if (answer instanceof Promise) void answer.then(reply);
      else reply(answer);
    };

    const reply = (answer: Answer): void => {
      const close = ended || isClosing();
      write(socket, answer, close);
      if (close) socket.destroySoon();
      else if (socket.writableNeedDrain) socket.once("drain", goOn);
      else goOn();
    };

    const goOn = (): void => {
      answering = false;
      if (early === undefined) return;
      const bytes = early;
      early = undefined;
      socket.resume();
      receive(bytes);
    };

    const part = (bytes: Buffer): void => {
      forget();
      leave(socket, bytes);
    };

    const onEnd = (): void => {
      ended = true; // It will ask no more, but may still listen.
      if (!answering) socket.destroySoon();
    };
    const onTimeout = (): void => {
      if (!answering) socket.destroy();
    };
    const onError = (): void => void socket.destroy();
    const forget = (): void => {
      connections.delete(socket);
      socket.setTimeout(0);
      socket.off("data", receive).off("end", onEnd).off("timeout", onTimeout);
      socket.off("error", onError).off("close", forget);
    };

    connections.set(socket, { isIdle: () => !answering });
    socket.setTimeout(idle_timeout_ms);
    socket.on("error", onError).on("close", forget).on("timeout", onTimeout);
    socket.on("end", onEnd).on("data", receive);
  }

  function write(socket: Socket, answer: Answer, close: boolean): void {
    if (!socket.writable) return; // Whoever asked has gone.
    try {
      writeAnswer(socket, answer, close ? "close" : keep_alive);
    } catch (error) {
      log.error("answer not sent", { error });
      writeAnswer(socket, unsendable, close ? "close" : keep_alive);
    }
  }

  return {
    take,
    closeIdle() {
      for (const [socket, { isIdle }] of connections) if (isIdle()) socket.destroy();
    },
    closeAll() {
      for (const socket of connections.keys()) socket.destroy();
    },
  };
}

function writeAnswer(socket: Socket, answer: Answer, afterwards: "close" | number): void {
  const { status, body } = answer;
  const head = headText(answer, afterwards);
  if (!hasBody(status)) socket.write(head, "latin1");
  else if (isAscii(body)) socket.write(head + body, "latin1");
  else {
    socket.cork();
    socket.write(head, "latin1");
    socket.write(body, "utf8");
    socket.uncork();
  }
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
