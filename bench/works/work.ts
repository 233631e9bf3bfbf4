import type { Contender, ContenderName } from "../contenders/contender.ts";
import type { Outcome } from "../load/outcome.ts";
import { runWrk, type WrkLoad } from "../load/wrk.ts";
import type { Stage } from "../stage.ts";

/** Something servers are asked to do. */
export interface Work {
  readonly name: string;
  readonly title: string;
  readonly unit: "requests" | "flows";
  /** Starts whoever takes part, makes sure that each gives the right answer, and says how each is loaded. */
  enter(stage: Stage): Promise<Entrant[]>;
}

/** Flows come by the thousand where requests come by ten thousands, so it takes longer until their code is compiled. */
export function warmUpFor(unit: Work["unit"], warm_up_s: number): number {
  return unit === "flows" ? 4 * warm_up_s : warm_up_s;
}

/** A contender, ready to be loaded. */
export interface Entrant {
  readonly name: ContenderName;
  readonly pid: number | undefined;
  measure(seconds: number): Promise<Outcome>;
}

/** A contender that wrk loads. */
export function loadedByWrk({ name, pid }: Contender, load: WrkLoad): Entrant {
  return { name, pid, measure: (seconds) => runWrk(load, seconds) };
}

/** Asks once and answers the body, after making sure that it says what it must. */
export async function askOnce(url: string, init: RequestInit, expected: string): Promise<string> {
  const response = await fetch(url, init);
  const body = await response.text();
  if (response.ok && body.includes(expected)) return body;
  throw new Error(`${url} answers ${response.status} without ${expected}: ${body.slice(0, 300)}`);
}

/** A form, as `fetch` sends it. */
export function formOf(form: string, authorization?: string): RequestInit {
  return {
    method: "POST",
    body: new URLSearchParams(form),
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  };
}
