import { lifespanOrNone } from "../../config/duration.ts";
import { integer } from "../../config/kinds.ts";
import { setting } from "../../config/setting.ts";

/** The inspector, which records the steps of authorizations. */
export const inspectorSettings = {
  "inspector.lifespan": setting(
    lifespanOrNone,
    "1h",
    "How long the steps of authorizations and logouts, and failed token requests, are stored. 0 stores nothing.",
  ),
  "inspector.flows_per_second": setting(
    integer(1, 100_000),
    50,
    "How many new authorizations and logouts per second a process records. Of the others it records only failures, up to the same number; and up to the same number of failed token requests of clients for themselves.",
  ),
};
