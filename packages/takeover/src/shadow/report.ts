import { clientOf } from "./client-of.ts";
import type { Difference } from "./compare.ts";
import { pathOf, type SeenRequest } from "./exchange.ts";

/** What was compared, and what differed. */
export interface ShadowReport {
  readonly compared: number;
  readonly equal: number;
  /** Reasons why requests were not compared, each with a count. */
  readonly not_compared: Readonly<Record<string, number>>;
  /** By client and rule, the most frequent first. */
  readonly differences: readonly CountedDifference[];
  /** Whether there were more kinds of differences than are kept. */
  readonly truncated: boolean;
}

export interface CountedDifference extends Difference {
  readonly client: string;
  /** Method and path, with ids in the path left out. */
  readonly operation: string;
  readonly count: number;
}

export interface ShadowLedger {
  /** Counts a request that was compared. */
  add(request: SeenRequest, differences: readonly Difference[]): void;
  /** Whether each of the differences was counted before. */
  knows(request: SeenRequest, differences: readonly Difference[]): boolean;
  /** A request that this server could not be asked. */
  skip(reason: string): void;
  report(): ShadowReport;
}

/** Counts differences, one row for each client, operation and rule, with the first of them as the example. */
export function createLedger(max_rows = 10_000): ShadowLedger {
  const rows = new Map<string, CountedDifference>();
  const not_compared = new Map<string, number>();
  let [compared, equal, truncated] = [0, 0, false];
  const skip = (reason: string): void =>
    void not_compared.set(reason, (not_compared.get(reason) ?? 0) + 1);

  return {
    add(request, differences) {
      compared += 1;
      if (differences.length === 0) equal += 1;
      const [client, operation] = namesOf(request);
      for (const difference of differences) {
        const key = keyOf(request, difference);
        const row = rows.get(key);
        if (row === undefined && rows.size >= max_rows) truncated = true;
        else
          rows.set(key, {
            ...(row ?? { ...difference, client, operation }),
            count: (row?.count ?? 0) + 1,
          });
      }
    },
    knows: (request, differences) =>
      differences.every((difference) => rows.has(keyOf(request, difference))),
    skip,
    report: () => ({
      compared,
      equal,
      not_compared: Object.fromEntries(not_compared),
      differences: [...rows.values()].toSorted((one, other) => other.count - one.count),
      truncated,
    }),
  };
}

/** Callers choose what they are called: longer names are cut, so that rows stay small. */
const MAX_NAME = 200;

function namesOf(request: SeenRequest): readonly [client: string, operation: string] {
  const operation = `${request.method} ${withoutIds(pathOf(request))}`;
  return [clientOf(request).slice(0, MAX_NAME), operation.slice(0, MAX_NAME)];
}

function keyOf(request: SeenRequest, { rule, at }: Difference): string {
  return JSON.stringify([...namesOf(request), rule, at]);
}

function withoutIds(path: string): string {
  return path
    .replace(/^\/(clients|oauth2\/register)\/[^/]+/, "/$1/{id}")
    .replace(/^\/keys\/[^/]+(\/[^/]+)?$/, (_all, kid: string | undefined) =>
      kid === undefined ? "/keys/{set}" : "/keys/{set}/{kid}",
    );
}
