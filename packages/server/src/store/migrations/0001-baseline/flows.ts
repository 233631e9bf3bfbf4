import type { Tables } from "../migration.ts";

/**
 * Authorizations under way, and pushed requests. Their keys begin with the time at which their rows expire.
 *
 * What a client requested never changes and is the larger part of a flow, so it is sealed once; the answers have a column of their
 * own. Flows do not lie in the order of their key: there SQLite keeps a quarter of a page of each row in place and the rest elsewhere,
 * and a step would write twice as much.
 */
export const flows: Tables = ({ bytes, in_key_order }) => [
  `create table flow (
    flow_id ${bytes} primary key,
    version bigint not null,
    stage bigint not null default 0,
    sealed ${bytes} not null,
    answers ${bytes},
    expires_at bigint not null
  )`,
  `create table pushed_request (
    request_id ${bytes} primary key,
    sealed ${bytes} not null,
    used_by ${bytes},
    expires_at bigint not null
  ) ${in_key_order}`,
];
