import * as fc from "fast-check";
import { anyUser, anyScope, command, pass, pick } from "./command.ts";
import { doPoll } from "./device-commands.ts";
import {
  anyDuration,
  doAnswerConsent,
  doAnswerLogin,
  doUseConsent,
  doUseLogin,
  hasFlows,
} from "./flow-commands.ts";
import type { Model, User, Scope } from "./state.ts";
import type { System } from "./system.ts";
import { doRedeem } from "./token-commands.ts";

interface Wishes {
  readonly user: User;
  readonly scope: Scope;
  readonly remember: boolean;
  readonly remember_for: number;
  /** The browser is the one it began in. */
  readonly bound: boolean;
  /** Which provider says no, if any. */
  readonly denied_at: "login" | "consent" | undefined;
}

const anyWishes: fc.Arbitrary<Wishes> = fc.record({
  user: anyUser,
  scope: anyScope,
  remember: fc.boolean(),
  remember_for: anyDuration,
  bound: fc.constantFrom(true, true, true, true, true, true, true, true, true, false),
  denied_at: fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom("login", "consent") },
  ),
});

/** Some steps further with the newest flow, whichever they are: otherwise few sequences would get far. */
export const walkOn = fc.tuple(fc.integer({ min: 1, max: 5 }), anyWishes).map(([steps, wishes]) =>
  command(
    `walk on ${steps} ${JSON.stringify(wishes)}`,
    async (model, system) => {
      for (let step = 1; step <= steps; step += 1) await takeStep(wishes, model, system);
    },
    hasFlows,
  ),
);

/** The same at the last moment, or too late. */
export const walkLate = fc.tuple(fc.constantFrom(-1, 0), anyWishes).map(([offset, wishes]) =>
  command(
    `walk on ${offset} ms from the end ${JSON.stringify(wishes)}`,
    async (model, system) => {
      const moment = pick(model.flows, model.flows.length - 1).ends_at * 1000 + offset;
      if (moment > model.now_ms) pass(moment - model.now_ms, model, system);
      await takeStep(wishes, model, system);
    },
    hasFlows,
  ),
);

async function takeStep(wishes: Wishes, model: Model, system: System): Promise<void> {
  const index = model.flows.length - 1;
  const flow = pick(model.flows, index);
  const { login, consent, known } = flow;
  const user = known?.user ?? wishes.user;
  const device = model.devices[flow.device ?? -1];
  const isDecided = consent === "used" || flow.refusal.login !== undefined;
  if (device !== undefined && isDecided) return doPoll(device, "photos", model, system);
  const answerAt = <T>(place: "login" | "consent", answer: T): T | undefined =>
    wishes.denied_at === place ? undefined : answer;
  if (login === "waiting")
    return doAnswerLogin(flow, answerAt("login", { ...wishes, user }), model, system);
  if (login !== "used") return doUseLogin(flow, wishes.bound, model, system);
  if (consent === "waiting")
    return doAnswerConsent(flow, answerAt("consent", wishes), model, system);
  if (consent !== "used") return doUseConsent(flow, wishes.bound, model, system);
  const grant = model.grants.find((one) => one.flow === index);
  if (grant?.generation === 0) await doRedeem(grant, "photos", model, system);
}
