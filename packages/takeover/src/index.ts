/** Takes over what another authorization server remembered. */

export type { TakenRecord } from "./record.ts";
export { type Source, SourceError } from "./source.ts";
export type { TakenStore } from "./taken-store.ts";
export { takeover } from "./feature.ts";
