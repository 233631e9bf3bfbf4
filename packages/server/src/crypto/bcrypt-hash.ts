import { Worker } from "node:worker_threads";

/**
 * bcrypt, which the platform does not have: `$2a$10$…`. It sees the first 72 bytes of a secret only, so a longer one matches with any
 * tail, as it did at the other server. The library is written in JavaScript: it runs in a thread of its own, which the first check starts.
 */
export const bcryptHash = {
  owns: (stored: string): boolean => /^\$2[aby]\$/.test(stored),
  async verify(secret: string, stored: string): Promise<boolean> {
    return SHAPE.test(stored) && compareInThread(secret, stored);
  },
  isExact: (secret: string): boolean => Buffer.byteLength(secret) <= MAX_BYTES,
};

const MAX_BYTES = 72;
/** A cost of more than 15 would take many seconds. */
const SHAPE = /^\$2[aby]\$(?:0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;

/** What the thread is asked. */
export interface BcryptQuestion {
  readonly id: number;
  readonly secret: string;
  readonly stored: string;
}

/** What it answers. */
export interface BcryptAnswer {
  readonly id: number;
  readonly matches: boolean;
}

interface Thread {
  readonly worker: Worker;
  readonly pending: Map<number, PromiseWithResolvers<boolean>>;
}

let thread: Thread | undefined;
let lastId = 0;

/** The thread keeps the process alive as long as an answer is outstanding. */
function compareInThread(secret: string, stored: string): Promise<boolean> {
  const { worker, pending } = (thread ??= startThread());
  lastId += 1;
  const question: BcryptQuestion = { id: lastId, secret, stored };
  const answer = Promise.withResolvers<boolean>();
  pending.set(question.id, answer);
  worker.ref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
  worker.postMessage(question);
  return answer.promise;
}

function startThread(): Thread {
  const worker = new Worker(new URL(import.meta.resolve("#bcrypt-thread")), { execArgv: [] });
  const started: Thread = { worker, pending: new Map() };
  const { pending } = started;
  const end = (error: Error): void => {
    if (thread === started) thread = undefined; // The next check starts another one.
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.on("message", ({ id, matches }: BcryptAnswer) => {
    pending.get(id)?.resolve(matches);
    pending.delete(id);
    if (pending.size === 0) worker.unref();
  });
  worker.on("error", end);
  worker.on("exit", (code) => end(new Error(`The thread of bcrypt exited with ${code}.`)));
  return started;
}
