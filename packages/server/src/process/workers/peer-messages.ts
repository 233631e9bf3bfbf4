import type { PeerMessage, Peers } from "../../context/peers.ts";
import type { ToPrimary, ToWorker } from "./messages.ts";

/** The peers of a worker, reached by way of the primary. */
export interface WorkerPeers extends Peers {
  /** Receives what the primary passes on. */
  receive(message: ToWorker): void;
}

/** `send` reaches the primary. */
export function createPeers(count: number, send: (message: ToPrimary) => void): WorkerPeers {
  const listeners: ((...message: PeerMessage) => void)[] = [];
  const questions = new Map<number, (page: string) => void>();
  let messages: PeerMessage[] = [];
  let asked = 0;

  const flush = (): void => {
    send({ kind: "messages", messages });
    messages = [];
  };

  return {
    count,
    broadcast(...message) {
      if (messages.length === 0) setImmediate(flush); // Those of one tick share a message.
      messages.push(message);
    },
    listen: (listener) => void listeners.push(listener),
    mergeMetrics: () =>
      new Promise((resolve) => {
        asked += 1;
        questions.set(asked, resolve);
        send({ kind: "merge_metrics", question: asked });
      }),
    receive(message) {
      if (message.kind === "all_metrics") {
        questions.get(message.question)?.(message.page);
        questions.delete(message.question);
      }
      if (message.kind !== "messages") return;
      for (const each of message.messages) for (const listener of listeners) listener(...each);
    },
  };
}
