import type { Command } from "./command.ts";

/** A command as the overview lists it. Its code is loaded when it is asked for. */
export interface Listing {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}
