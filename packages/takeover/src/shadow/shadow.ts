import type { Exchange, SeenRequest, SeenResponse } from "./exchange.ts";
import { createIssuedValues } from "./issued.ts";
import { createLedger, type ShadowReport } from "./report.ts";

/** Asks this server, without a socket. */
type AskOwn = (request: SeenRequest) => Promise<SeenResponse>;

export interface Shadow {
  /** Compares an answer of the old server with that of this one; the caller does not wait. */
  observe(exchange: Exchange): void;
  skip(reason: string): void;
  /** Resolves when everything that was observed has been compared. */
  idle(): Promise<void>;
  report(): ShadowReport;
}

export interface ShadowOptions {
  readonly askOwn: AskOwn;
  readonly timeout_ms?: number;
  /** How many requests may wait; more are not compared. */
  readonly max_waiting?: number;
  /** How long the copy may take to learn what the old server issued. */
  readonly settle_ms?: number;
  readonly now_ms?: () => number;
}

/** Asks this server what the old one was asked, one request after another, as they came, and counts what differs. */
export function createShadow(options: ShadowOptions): Shadow {
  const { askOwn, timeout_ms = 10_000, max_waiting = 10_000 } = options;
  const { settle_ms = 60_000, now_ms = Date.now } = options;
  const ledger = createLedger();
  const issued = createIssuedValues(settle_ms, now_ms);
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  const compare = async (exchange: Exchange): Promise<void> => {
    try {
      ledger.add(exchange, await within(timeout_ms, askOwn(exchange.request)));
    } catch {
      ledger.skip("Latchkey did not answer");
    } finally {
      waiting -= 1;
    }
  };

  return {
    observe(exchange) {
      const isNew = issued.isPresented(exchange.request);
      issued.add(exchange);
      if (isNew) return ledger.skip("a token that the old server issued just now");
      if (waiting >= max_waiting) return ledger.skip("more requests than could be compared");
      waiting += 1;
      last = last.then(() => compare(exchange));
    },
    skip: (reason) => ledger.skip(reason),
    idle: () => last,
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
