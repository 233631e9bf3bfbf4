import type { PeerMessage, Peers } from "../../context/peers.ts";
import type { ToPrimary, ToWorker } from "./messages.ts";

/** The peers of a worker. Messages go through the primary. */
export interface WorkerPeers extends Peers {
  /** Handles a message that the primary forwards. */
  receive(message: ToWorker): void;
}

/** `send` sends to the primary. */
export function createPeers(count: number, send: (message: ToPrimary) => void): WorkerPeers {
  const listeners: ((...message: PeerMessage) => void)[] = [];
  const pending = new Map<number, (page: string) => void>();
  let messages: PeerMessage[] = [];
  let requests = 0;

  const flush = (): void => {
    send({ kind: "messages", messages });
    messages = [];
  };

  return {
    count,
    broadcast(...message) {
      if (messages.length === 0) setImmediate(flush); // Messages of one event-loop turn are sent together.
      messages.push(message);
    },
    listen: (listener) => void listeners.push(listener),
    mergeMetrics: () =>
      new Promise((resolve) => {
        requests += 1;
        pending.set(requests, resolve);
        send({ kind: "merge_metrics", request: requests });
      }),
    receive(message) {
      if (message.kind === "all_metrics") {
        pending.get(message.request)?.(message.page);
        pending.delete(message.request);
      }
      if (message.kind !== "messages") return;
      for (const each of message.messages) for (const listener of listeners) listener(...each);
    },
  };
}
