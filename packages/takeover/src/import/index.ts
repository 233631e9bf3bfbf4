/** Takes over what another authorization server remembered: `@latchkey/takeover/import`, for the command, programs and tests. */

export { findLeftOut } from "./check.ts";
export { estimateSeconds } from "./estimate.ts";
export type { LeftOutRows } from "./progress.ts";
export { TakeoverUnderWayError } from "./lease.ts";
export type { CopyReport, Pass, TakeoverProgress, TakeoverReport } from "./options.ts";
export type { Difference, Verification } from "./verify.ts";
export { type RecordKind, recordKinds, type TakenRecord } from "../record.ts";
export { type Examination, type Source, SourceError } from "../source.ts";
export { openNeutral, sourceOf } from "../sources/neutral.ts";
export { openFrom } from "../sources/open-from.ts";
export { type TakeOverOptions, takeOver } from "../take-over.ts";
