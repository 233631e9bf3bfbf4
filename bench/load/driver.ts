import { launch } from "../child.ts";
import { cores } from "../machine.ts";
import { programs } from "../programs.ts";
import type { DialectName } from "./dialect.ts";
import type { Outcome } from "./outcome.ts";

/** Input of the driver process. */
export interface LoadPlan {
  readonly scenario: Scenario;
  readonly public_url: string;
  readonly admin_url: string;
  readonly seconds: number;
  readonly connections: number;
}

/**
 * `forms` sends the same form to each of the paths in order, `dpop_token` a form with a DPoP proof; `alg` is what ID tokens must be
 * signed with.
 */
export type Scenario =
  | { readonly kind: "code_flow"; readonly dialect: DialectName; readonly alg: string }
  | { readonly kind: "pushed_code_flow" }
  | { readonly kind: "exchange"; readonly audience: string }
  | { readonly kind: "dpop_token"; readonly path: string; readonly form: string }
  | { readonly kind: "refresh"; readonly dialect: DialectName; readonly tokens?: readonly string[] }
  | {
      readonly kind: "forms";
      readonly paths: readonly string[];
      readonly form: string;
    };

/** Runs a scenario against a server in a separate process. Rejects when a step fails. */
export async function drive(plan: LoadPlan): Promise<Outcome> {
  const child = launch([process.execPath, programs.drive, JSON.stringify(plan)], {
    core: cores.load,
    seconds_max: plan.seconds + 60,
  });
  const outcome: Outcome = JSON.parse(await child.output);
  return outcome;
}
