import {
  END_OF_TIME,
  type StoreTools,
  command,
  integer,
  query,
  type Script,
  text,
} from "@latchkey/server/feature/store";
import { countRegistrations, lastSession, lastToken, unendingToken } from "./store.ts";

/** What is kept beside the rows that expire one by one. */
export interface Remains {
  /** Deletes it where nothing of a takeover is valid any more. True when there was something to delete. */
  clear(now: number): Promise<boolean>;
}

const deleteEnded = query({
  given: { now: integer },
  returns: { takeover_id: text },
  sql: "delete from takeover where ended_at is not null and last_expires_at <= :now returning takeover_id",
});
const countLeft = query({
  returns: { total: integer },
  sql: "select count(*) as total from takeover",
});
const deleteSubjects = command({ sql: "delete from taken_subject" });
const deleteUnending = command({
  given: { end: integer },
  sql: "delete from taken_token where expires_at >= :end",
});
const findUnending = query({
  given: { end: integer },
  returns: { takeover_id: text },
  sql: "select takeover_id from takeover where ended_at is not null and last_expires_at >= :end limit 1",
});
const findSubject = query({
  returns: { subject: text },
  sql: "select subject from taken_subject limit 1",
});
const lowerEnd = command({
  given: { end: integer, last: integer },
  sql: "update takeover set last_expires_at = :last where ended_at is not null and last_expires_at >= :end",
});

export function createRemains({ database }: Pick<StoreTools, "database">): Remains {
  /** Where nothing without an end is left, such as a registration access token that was not used here, the rest has one. */
  function* settleEnd(end: number): Script<void> {
    if ((yield* findUnending({ end })).length === 0) return;
    const [registrations] = yield* countRegistrations({ end, max: 1 });
    const others = [...(yield* findSubject({})), ...(yield* unendingToken({ end }))];
    if (registrations?.total !== 0 || others.length > 0) return;
    const ends = [...(yield* lastToken({ end })), ...(yield* lastSession({ end }))];
    yield* lowerEnd({ end, last: Math.max(0, ...ends.map(({ expires_at }) => expires_at)) });
  }

  function* clear(now: number): Script<boolean> {
    yield* settleEnd(END_OF_TIME);
    const ended = yield* deleteEnded({ now });
    const [left] = yield* countLeft({});
    if (left?.total === 0 && ended.length > 0) {
      yield* deleteSubjects({});
      yield* deleteUnending({ end: END_OF_TIME });
    }
    return ended.length > 0;
  }
  return { clear: (now) => database.write(() => clear(now)) };
}
