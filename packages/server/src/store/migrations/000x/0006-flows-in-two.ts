import type { Migration } from "../migration.ts";

/**
 * What a client asked never changes, and it is the larger part of a flow. So it is sealed once, when the flow begins; what
 * is answered on the way has a column of its own, and so has how far the browser has come. A flow that was begun before this
 * tells its answers where it always did, until there are new ones.
 */
export const flowsInTwo: Migration = {
  name: "0006-flows-in-two",
  statements: ({ bytes }) => [
    `alter table flow add column answers ${bytes}`,
    `alter table flow add column stage bigint not null default 0`,
  ],
};
