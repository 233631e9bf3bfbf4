import type { Subject, SubjectName } from "../subjects/subject.ts";
import type { Outcome } from "../load/outcome.ts";
import { runWrk, type WrkLoad } from "../load/wrk.ts";
import type { Environment } from "../environment.ts";

/** A kind of request or flow that is measured. */
export interface Workload {
  readonly name: string;
  readonly title: string;
  readonly unit: "requests" | "flows";
  /** Starts the subjects, verifies one response of each, and returns how each is loaded. */
  prepare(environment: Environment): Promise<LoadedSubject[]>;
}

/** Flows arrive at a tenth of the rate of requests, so V8 takes longer to compile their code. */
export function warmUpFor(unit: Workload["unit"], warm_up_s: number): number {
  return unit === "flows" ? 4 * warm_up_s : warm_up_s;
}

/** A subject and how to load it. */
export interface LoadedSubject {
  readonly name: SubjectName;
  readonly pid: number | undefined;
  measure(seconds: number): Promise<Outcome>;
}

/** Loads a subject with wrk. */
export function loadedByWrk({ name, pid }: Subject, load: WrkLoad): LoadedSubject {
  return { name, pid, measure: (seconds) => runWrk(load, seconds) };
}

/** Sends one request and returns the body after checking that it contains `expected`. */
export async function requestOnce(
  url: string,
  init: RequestInit,
  expected: string,
): Promise<string> {
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
