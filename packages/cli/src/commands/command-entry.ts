import type { Command } from "../arguments/command.ts";

/** An entry of the command table. The command itself is loaded on demand. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}
