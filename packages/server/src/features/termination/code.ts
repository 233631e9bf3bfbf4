import type { terminationOperations } from "@latchkey/api";
import type { FeatureCode } from "../../feature/feature.ts";
import { repeat } from "../../jobs/repeat.ts";
import type { TerminationContext } from "./context.ts";
import { continueEndings, endedAccessOf } from "./end-everything.ts";
import { endEverything } from "./endpoints.ts";
import { listEndedTokens } from "./list.ts";
import { terminationTables } from "./migrations.ts";
import { openTermination } from "./open.ts";
import { endWithChange } from "./store.ts";

const CONTINUED_EVERY_MS = 5_000;

export const code: FeatureCode<keyof typeof terminationOperations, TerminationContext> = {
  endpoints: { endEverything, listEndedTokens },
  tables: { ...terminationTables, onChange: endWithChange },
  open: openTermination,
  endedAccess: endedAccessOf,
  startJobs: (context) => [
    repeat("terminations", CONTINUED_EVERY_MS, context, () => continueEndings(context)),
  ],
};
