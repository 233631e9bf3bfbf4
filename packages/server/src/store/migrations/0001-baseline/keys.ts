import type { Tables } from "../migration.ts";

/** Keys, sealed: when each signs from, and the longest life of what it signed. */
export const keys: Tables = ({ bytes }) => [
  `create table json_web_key (
    key_set text not null,
    kid text not null,
    position bigint not null,
    signs_from bigint not null,
    longest_lifespan bigint not null,
    sealed ${bytes} not null,
    primary key (key_set, kid)
  )`,
];
