/**
 * Why requests are rejected: one row per reason, beside the rule that has it. The union of the reasons (`RejectionOf`), the error
 * response (`describeRejection`) and what the inspector says (`inspector/explanations.ts`) are derived from the rows.
 */

import type { ErrorCode, OAuthError } from "./oauth-error.ts";

/** What the inspector says about a reason. */
export interface Explanation {
  /** What happened, where the error description does not reveal it to the client. */
  readonly because?: string;
  /** The section of the specification. */
  readonly reference?: string;
  readonly fix?: string;
  /** What the inspector calls the reason, where it is not the name of the row; null where that is the error code. */
  readonly name?: string | null;
}

/** A reason: its error response and its explanation. */
export interface Rejection extends Explanation, Pick<OAuthError, "status"> {
  readonly error: OfFacts<ErrorCode>;
  readonly description: OfFacts<string>;
  /** For operators only. */
  readonly debug?: OfFacts<string | undefined>;
  readonly retry_after?: OfFacts<number | undefined>;
}

/** The rows of a rule, by reason. */
export type Rejections = Readonly<Record<string, Rejection>>;

/** Rows that have the error code in common. A row may name another one. */
export function defineRejections<Rows extends Readonly<Record<string, Rest>>>(
  error: ErrorCode,
  rows: Rows & Exact<Rows>,
): { readonly [Reason in keyof Rows]: { readonly error: ErrorCode } & Rows[Reason] } {
  const complete = Object.entries(rows).map(([reason, row]) => [reason, { error, ...row }]);
  return Object.fromEntries(complete);
}

type Rest = Omit<Rejection, "error"> & Partial<Rejection>;

/** Rows without other fields, which the type parameter would let pass. */
type Exact<Rows> = {
  readonly [Reason in keyof Rows]: {
    readonly [Field in Exclude<keyof Rows[Reason], keyof Rejection>]: never;
  };
};

/** A value, or a function of the facts that the reason carries. That of a method, so that each row can name facts of its own. */
type OfFacts<T> = T | { of(facts: object): T }["of"];

/** The part of a row whose reason carries the seconds after which the same request may succeed. */
export const retryLater = {
  retry_after: ({ retry_after }: { retry_after: number }) => retry_after,
} satisfies Partial<Rejection>;

/** A reason of the rows, with the facts that its row is a function of. */
export type RejectionOf<Rows> = {
  [Reason in keyof Rows & string]: { readonly reason: Reason } & FactsOf<Rows[Reason], "error"> &
    FactsOf<Rows[Reason], "description"> &
    FactsOf<Rows[Reason], "debug"> &
    FactsOf<Rows[Reason], "retry_after">;
}[keyof Rows & string];

type FactsOf<Row, Field extends string> = Row extends {
  readonly [Name in Field]: (facts: infer Facts) => unknown;
}
  ? Readonly<Facts>
  : unknown;

/** The error response. */
export function describeRejection<Rows extends Rejections>(
  rows: Rows,
  rejection: RejectionOf<Rows>,
): OAuthError {
  const { reason } = rejection;
  const row = rows[reason];
  if (row === undefined) throw new Error(`The reason ${reason} has no row.`);
  const { status, name = reason } = row;
  const debug = valueFor(row.debug, rejection);
  const retry_after = valueFor(row.retry_after, rejection);
  return {
    error: valueFor(row.error, rejection),
    error_description: valueFor(row.description, rejection),
    ...(debug !== undefined && { debug }),
    ...(retry_after !== undefined && { retry_after }),
    ...(status !== undefined && { status }),
    ...(name !== null && { reason: name }),
  };
}

function valueFor<T extends string | number | undefined>(value: OfFacts<T>, facts: object): T {
  return typeof value === "function" ? value(facts) : value;
}
