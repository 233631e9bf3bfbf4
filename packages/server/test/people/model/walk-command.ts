import * as fc from "fast-check";
import { anyPerson, anyScope, command, pick } from "./command.ts";
import {
  anyDuration,
  doAnswerConsent,
  doAnswerLogin,
  doUseConsent,
  doUseLogin,
} from "./flow-commands.ts";
import type { Model, Person, Scope } from "./state.ts";
import type { Story } from "./story.ts";
import { doRedeem } from "./token-commands.ts";

interface Wishes {
  readonly person: Person;
  readonly scope: Scope;
  readonly remember: boolean;
  readonly remember_for: number;
  /** The browser is the one it began in. */
  readonly bound: boolean;
}

const anyWishes: fc.Arbitrary<Wishes> = fc.record({
  person: anyPerson,
  scope: anyScope,
  remember: fc.boolean(),
  remember_for: anyDuration,
  bound: fc.constantFrom(true, true, true, true, true, true, true, true, true, false),
});

/** Some steps further with the newest flow, whichever they are: otherwise few stories would get anywhere. */
export const walkOn = fc.tuple(fc.integer({ min: 1, max: 5 }), anyWishes).map(([steps, wishes]) =>
  command(
    `walk on ${steps} ${JSON.stringify(wishes)}`,
    async (model, story) => {
      for (let step = 1; step <= steps; step += 1) await takeStep(wishes, model, story);
    },
    ({ flows }) => flows.length > 0,
  ),
);

async function takeStep(wishes: Wishes, model: Model, story: Story): Promise<void> {
  const index = model.flows.length - 1;
  const flow = pick(model.flows, index);
  const { login, consent, known } = flow;
  const person = known?.person ?? wishes.person;
  if (login === "waiting") return doAnswerLogin(flow, { ...wishes, person }, model, story);
  if (login !== "used") return doUseLogin(flow, wishes.bound, model, story);
  if (consent === "waiting") return doAnswerConsent(flow, wishes, model, story);
  if (consent !== "used") return doUseConsent(flow, wishes.bound, model, story);
  const grant = model.grants.find((one) => one.flow === index);
  if (grant?.generation === 0) await doRedeem(grant, "photos", model, story);
}
