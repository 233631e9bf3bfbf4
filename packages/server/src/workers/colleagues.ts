import type { Fact, Siblings } from "../siblings.ts";
import type { ToPrimary, ToWorker } from "./messages.ts";

/** The siblings of a worker, reached by way of the primary. */
export interface Colleagues extends Siblings {
  /** Hears what the primary passes on. */
  receive(message: ToWorker): void;
}

/** `send` reaches the primary. */
export function createColleagues(count: number, send: (message: ToPrimary) => void): Colleagues {
  const listeners: ((...fact: Fact) => void)[] = [];
  const questions = new Map<number, (page: string) => void>();
  let facts: Fact[] = [];
  let asked = 0;

  const flush = (): void => {
    send({ kind: "facts", facts });
    facts = [];
  };

  return {
    count,
    tell(...fact) {
      if (facts.length === 0) setImmediate(flush); // Those of one tick share a message.
      facts.push(fact);
    },
    hear: (listener) => void listeners.push(listener),
    gather: () =>
      new Promise((resolve) => {
        asked += 1;
        questions.set(asked, resolve);
        send({ kind: "gather", question: asked });
      }),
    receive(message) {
      if (message.kind === "all_figures") {
        questions.get(message.question)?.(message.page);
        questions.delete(message.question);
      }
      if (message.kind !== "facts") return;
      for (const fact of message.facts) for (const listener of listeners) listener(...fact);
    },
  };
}
