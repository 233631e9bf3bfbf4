import { integer, optional, text } from "../../../store/database/columns.ts";
import { query, type Script } from "../../../store/database/statement.ts";
import type { Suspensions } from "../../../store/tables/suspensions.ts";

/** Whether an administrator must be left, by a key or a role, at this time. */
export interface LastCheck {
  readonly one_must_remain: boolean;
  readonly now: number;
}

/** A role or a key that makes an administrator. */
export interface Administrator {
  readonly kind: string;
  /** The subject, or the id of the key. */
  readonly id: string;
  /** The user who has the role, or created the key: it is refused while their account is disabled. */
  readonly subject: string | undefined;
}

const administrators = query({
  given: { now: integer },
  returns: { kind: text, id: text, subject: optional(text) },
  sql: `select 'operator' as kind, subject as id, subject from operator
      where role = 'administrator' and workspaces is null
    union all select 'api_key' as kind, id,
      case when created_by_kind = 'account' then created_by_id else null end as subject from api_key
      where role = 'administrator' and workspaces is null and (valid_until is null or valid_until > :now)`,
});

/** Whether a change takes every administrator who is left. Those whose account is disabled do not count. */
export function* isLast(
  isTaken: (one: Administrator) => boolean,
  { one_must_remain, now }: LastCheck,
  { holds }: Pick<Suspensions, "holds">,
): Script<boolean> {
  if (!one_must_remain) return false;
  let taken = 0;
  for (const one of yield* administrators({ now })) {
    const { subject } = one;
    if (subject !== undefined && (yield* holds("subject", subject))) continue;
    if (!isTaken(one)) return false;
    taken += 1;
  }
  return taken > 0;
}
