import { launch } from "../child.ts";
import { cores } from "../machine.ts";
import { programs } from "../programs.ts";
import type { DialectName } from "./dialect.ts";
import type { Outcome } from "./outcome.ts";

/** What the driver process shall do. */
export interface Assignment {
  readonly journey: Journey;
  readonly public_url: string;
  readonly admin_url: string;
  readonly seconds: number;
  readonly connections: number;
}

/** `forms` sends the same form to each of the paths in turn; `alg` is what ID tokens must be signed with. */
export type Journey =
  | { readonly kind: "code_flow"; readonly dialect: DialectName; readonly alg: string }
  | { readonly kind: "refresh"; readonly dialect: DialectName; readonly tokens?: readonly string[] }
  | {
      readonly kind: "forms";
      readonly paths: readonly string[];
      readonly form: string;
    };

/** Sends people through a server for some seconds, from a process of its own. Rejects when a step goes wrong. */
export async function drive(assignment: Assignment): Promise<Outcome> {
  const child = launch([process.execPath, programs.drive, JSON.stringify(assignment)], {
    core: cores.load,
    seconds_max: assignment.seconds + 60,
  });
  const outcome: Outcome = JSON.parse(await child.output);
  return outcome;
}
