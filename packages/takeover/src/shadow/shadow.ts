import { setTimeout as wait } from "node:timers/promises";
import { mayBeAskedAgain } from "./asked-again.ts";
import { compareAnswers, type Comparison, whyNotAsked } from "./compare.ts";
import type { AskAgain, Comparing, Exchange, SeenRequest, SeenResponse } from "./exchange.ts";
import { createRecentChanges, presentsIssued } from "./recent.ts";
import { createLedger, type ShadowReport } from "./report.ts";

/** Asks this server, without a socket. */
type AskOwn = (request: SeenRequest) => Promise<SeenResponse>;

export interface Shadow {
  /** Begins to compare a request that is about to be sent to the old server. */
  begin(request: SeenRequest): Comparing;
  /** Compares an answer that the old server has given already; the caller does not wait. */
  observe(exchange: Exchange, askAgain?: AskAgain): void;
  skip(reason: string): void;
  /** Resolves when everything that was observed has been compared. */
  idle(): Promise<void>;
  /** Ends what waits for the next pass of the copy, uncounted, and asks what is still to be asked for a moment only. */
  stop(): void;
  report(): ShadowReport;
}

export interface ShadowOptions {
  readonly askOwn: AskOwn;
  readonly timeout_ms?: number;
  /** How many requests may wait to be asked here; more are not compared. */
  readonly max_waiting?: number;
  /** How long the copy may take to learn what the old server issued. */
  readonly settle_ms?: number;
  /** How long the old server may be held back, so that this one is asked before the copy can know what came of the request. */
  readonly lead_ms?: number;
  readonly now_ms?: () => number;
}

/** Reasons why a difference is not counted: it may be of the copy, which is never at the same moment as the old server. */
const racing = {
  new: "a token, session or client that the old server issued or changed just now",
  started: "a difference in a request with a token, before the copy had caught up with the start",
  ended: "a difference after the old server had ended something of the same client",
  late: "a difference, and Latchkey was asked too late to be sure",
  unsettled: "a difference in what may be read again, before the copy had caught up",
} as const;

/** A caller hardly notices it, and this server mostly answers within it. */
export const LEAD_MS = 100;
/** Differences that wait until the copy has caught up. Each asks the old server a few times more. */
const MAX_UNSETTLED = 100;

/** Asks this server what the old one is asked, and counts what differs. */
export function createShadow(options: ShadowOptions): Shadow {
  const { askOwn, timeout_ms = 10_000, max_waiting = 100 } = options;
  const { settle_ms = 60_000, lead_ms = LEAD_MS, now_ms = Date.now } = options;
  const ledger = createLedger();
  const recent = createRecentChanges(settle_ms, now_ms);
  const began = now_ms();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let [asking, unsettled] = [0, 0];
  let last: Promise<unknown> = Promise.resolve();
  let endsAt = Number.POSITIVE_INFINITY;

  /** One after another: a request must not see what another one has rehearsed, and not undone yet. */
  const ask = (request: SeenRequest): Promise<SeenResponse> => {
    asking += 1;
    const answer = last
      .then(() => {
        if (now_ms() > endsAt) throw new Error("The command ends.");
        return within(timeout_ms, askOwn(request));
      })
      .finally(() => (asking -= 1));
    last = answer.catch(() => {});
    return answer;
  };

  const run = (work: () => Promise<void>): void => {
    const done = work()
      .catch(() => ledger.skip("Latchkey did not answer"))
      .finally(() => running.delete(done));
    running.add(done);
  };

  /** Counts a comparison; a difference is not counted where there is a reason to doubt it. */
  const conclude = (request: SeenRequest, comparison: Comparison, doubt?: string): void => {
    if (!comparison.compared) return ledger.skip(comparison.reason);
    const { differences } = comparison;
    if (doubt !== undefined && differences.length > 0) ledger.skip(doubt);
    else ledger.add(request, differences);
  };

  /** Why a difference in a request that may change something, and cannot be asked again, may be of the copy. */
  const doubtOf = (request: SeenRequest): string | undefined => {
    if (recent.hasEnded(request)) return racing.ended;
    const isYoung = now_ms() - began < settle_ms;
    return isYoung && presentsIssued(request) ? racing.started : undefined;
  };

  /** A read can be asked again, of both servers at once, until the copy must have caught up. */
  const compareRead = async (
    { request, old }: Exchange,
    askAgain: AskAgain | undefined,
  ): Promise<void> => {
    let comparison = compareAnswers(request, old, await ask(request));
    const isOpen = (found: Comparison): boolean =>
      found.compared && found.differences.length > 0 && !ledger.knows(request, found.differences);
    if (askAgain === undefined || !isOpen(comparison)) return conclude(request, comparison);
    if (unsettled >= MAX_UNSETTLED) return ledger.skip(racing.unsettled);
    unsettled += 1;
    try {
      const until = now_ms() + settle_ms;
      for (let interval = 500; isOpen(comparison); interval *= 2) {
        const left = until - now_ms();
        if (left <= 0) break;
        await pause(Math.min(interval, left), stopping.signal);
        if (stopping.signal.aborted) return ledger.skip(racing.unsettled);
        const [again, own] = await Promise.all([askAgain().catch(() => undefined), ask(request)]);
        if (again !== undefined) comparison = compareAnswers(request, again, own);
      }
    } finally {
      unsettled -= 1;
    }
    conclude(request, comparison);
  };

  const observe = (exchange: Exchange, askAgain?: AskAgain): void => {
    const { request } = exchange;
    const reason = whyNot(request);
    if (!mayBeAskedAgain(request)) recent.add(exchange);
    if (reason !== undefined) return ledger.skip(reason);
    run(() => compareRead(exchange, askAgain));
  };

  const whyNot = (request: SeenRequest): string | undefined =>
    whyNotAsked(request) ??
    (recent.isAbout(request) ? racing.new : undefined) ??
    (asking >= max_waiting ? "more requests than could be compared" : undefined);

  /** A request that may change something is asked here first: once the old server has answered, the copy may know what came of it. */
  const beginChange = (request: SeenRequest): Comparing => {
    const reason = whyNot(request);
    if (reason !== undefined)
      return {
        ready: undefined,
        end(old) {
          if (typeof old !== "string") recent.add({ request, old });
          ledger.skip(typeof old === "string" ? old : reason);
        },
      };
    const doubt = doubtOf(request);
    let isFirst = true;
    const own = ask(request);
    const given = Promise.withResolvers<SeenResponse | string>();
    run(async () => {
      const [answer, old] = await Promise.all([own, given.promise]);
      if (typeof old === "string") return ledger.skip(old);
      conclude(request, compareAnswers(request, old, answer), isFirst ? doubt : racing.late);
    });
    return {
      ready: lead(own, lead_ms).then((hasAnswered) => void (isFirst = hasAnswered)),
      end(old) {
        given.resolve(old);
        if (typeof old !== "string") recent.add({ request, old });
      },
    };
  };

  return {
    begin(request) {
      if (!mayBeAskedAgain(request)) return beginChange(request);
      return {
        ready: undefined,
        end(old, askAgain) {
          if (typeof old === "string") ledger.skip(old);
          else observe({ request, old }, askAgain);
        },
      };
    },
    observe,
    skip: (reason) => ledger.skip(reason),
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    stop() {
      endsAt = now_ms() + timeout_ms;
      stopping.abort();
    },
    report: () => ledger.report(),
  };
}

async function within<Value>(timeout_ms: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("too late")), timeout_ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for work, but not for longer than `ms`. Whether it was done by then, well or not. */
async function lead(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  void work.catch(() => {}).finally(() => resolve(true));
  const isDone = await promise;
  clearTimeout(timer);
  return isDone;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {});
}
