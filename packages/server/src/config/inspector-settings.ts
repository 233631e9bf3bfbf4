import { lifespanOrNone } from "./duration.ts";
import { integer } from "./kinds.ts";
import { setting } from "./setting.ts";

/** Looking on while people authorize. */
export const inspectorSettings = {
  "inspector.lifespan": setting(
    lifespanOrNone,
    "1h",
    "How long the steps of authorizations and logouts, and failed token requests, can be looked at. 0 keeps nothing.",
  ),
  "inspector.flows_per_second": setting(
    integer(1, 100_000),
    50,
    "How many new authorizations and logouts a second a process follows. Of the rest it keeps only failures, as many; and as many failed token requests of clients for themselves.",
  ),
};
