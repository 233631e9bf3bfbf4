import {
  type Column,
  type Columns,
  integer,
  type RowOf,
  type Table,
  text,
} from "../database/columns.ts";
import { names } from "../database/sql.ts";
import { command, query, type Script } from "../database/statement.ts";
import type { PolledPace, PollingPace } from "../../oauth/polling-pace.ts";

/** What every table has whose rows are requests that a client polls for. */
interface PolledColumns extends Columns {
  readonly client_id: Column<string>;
  readonly client_key: Column<number>;
  readonly poll_interval: Column<number>;
  readonly polled_at_ms: Column<number | undefined>;
}

/** One request, its client, and the time until which it must be valid. */
interface Poller {
  readonly polled_id: string;
  readonly client_id: string;
  readonly client_key: number;
  /** Unix seconds. */
  readonly now: number;
}

/** A request, with the pace that its client has to keep from now on. */
export interface Polled<Row> {
  readonly row: Row;
  readonly too_fast: boolean;
}

/** How the requests of a table are polled for: `key` is its primary key, `end` the column with the end of a request. */
interface PolledTable<Read extends Columns> {
  readonly key: string;
  readonly end: string;
  readonly read_columns: Read;
}

/**
 * A client asks for its tokens: a script that reads the pace of the request, lets `decide` choose the next one and writes that,
 * with the row locked against other servers. Undefined when this client has no such request.
 */
export function pollingOf<C extends PolledColumns, Read extends PolledColumns>(
  { name, columns }: Table<C>,
  { key, end, read_columns }: PolledTable<Read>,
): (
  poller: Poller,
  decide: (pace: PollingPace) => PolledPace,
) => Script<Polled<RowOf<Read>> | undefined> {
  const polled_id = columns[key];
  if (polled_id === undefined) throw new Error(`The table ${name} has no column ${key}.`);
  const lock = query({
    given: { polled_id, client_id: text, client_key: integer, now: integer },
    returns: read_columns,
    sql: `update ${name} set poll_interval = poll_interval
     where ${key} = :polled_id and client_id = :client_id and client_key = :client_key and ${end} > :now
     returning ${names(read_columns)}`,
  });
  const { poll_interval, polled_at_ms } = columns;
  const pace = command({
    given: { polled_id, poll_interval, polled_at_ms },
    sql: `update ${name} set poll_interval = :poll_interval, polled_at_ms = :polled_at_ms
     where ${key} = :polled_id`,
  });
  return function* poll(poller, decide) {
    const [row] = yield* lock(poller);
    if (row === undefined) return undefined;
    const { too_fast, ...kept } = decide(row);
    yield* pace({ polled_id: poller.polled_id, ...kept });
    return { row: { ...row, ...kept }, too_fast };
  };
}
