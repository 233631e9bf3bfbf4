import type { Flow } from "../../interaction/flow.ts";

/**
 * How far the browser has come since the answers of a flow were last sealed. Its steps tell nothing that is not known
 * already, so they are noted as a number beside the seal.
 *
 *   answered ──login used──▶ asked or skipped ──consent answered──▶ answered ──consent used──▶ completed
 */
export const stages = { answered: 0, asked: 1, skipped: 2, completed: 3 } as const;

/** The flow whose answers these are, as far as the browser has come. */
export function atStage(flow: Flow, stage: number): Flow {
  const { login, consent } = flow;
  switch (stage) {
    case stages.asked:
    case stages.skipped: {
      if (login.state !== "accepted") return flow;
      const skip = stage === stages.skipped;
      return { ...flow, login: { ...login, state: "used" }, consent: { skip, state: "waiting" } };
    }
    case stages.completed:
      return { ...flow, consent: consent && { skip: consent.skip, state: "used" } };
    default:
      return flow;
  }
}
