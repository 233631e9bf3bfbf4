import assert from "node:assert/strict";
import * as fc from "fast-check";
import { anyIndex, anyUser, anyScope, command, pass, pick } from "./command.ts";
import * as rules from "./flows.ts";
import type { ConsentAnswer, Flow, LoginAnswer, Model, Prompt } from "./state.ts";
import type { System } from "./system.ts";

export const anyDuration = fc.constantFrom(0, 40);
export const isBound = fc.constantFrom(true, true, true, false);

const anyLogin: fc.Arbitrary<LoginAnswer | undefined> = fc.option(
  fc.record({ user: anyUser, remember: fc.boolean(), remember_for: anyDuration }),
  { nil: undefined, freq: 5 },
);
const anyConsent: fc.Arbitrary<ConsentAnswer | undefined> = fc.option(
  fc.record({ scope: anyScope, remember: fc.boolean(), remember_for: anyDuration }),
  { nil: undefined, freq: 5 },
);

/** Fewer than a browser has room for: which one gives way then is another test's matter. */
export const MAX_FLOWS = 9;

/** A client starts an authorization. */
export const authorize = fc
  .record({
    prompt: fc.constantFrom<Prompt>("", "", "", "none", "login", "consent"),
    scope: anyScope,
    hybrid: fc.boolean(),
    pushed: fc.boolean(),
  })
  .map(({ pushed, ...asked }) =>
    command(
      `${pushed ? "push and " : ""}authorize ${JSON.stringify(asked)}`,
      async (model, system) => {
        pass(1_000, model, system); // So that of two flows one is the newer.
        const location = await system.authorize({ ...asked, pushed });
        assert.deepEqual(location, rules.authorize(model, asked));
      },
      ({ flows }) => flows.length < MAX_FLOWS,
    ),
  );

/** The login provider says yes or no, perhaps not for the first time. */
export const answerLogin = fc
  .tuple(anyIndex, anyLogin)
  .map(([index, answer]) =>
    commandOnFlow(`answer login ${index} ${JSON.stringify(answer)}`, index, (flow, model, system) =>
      doAnswerLogin(flow, answer, model, system),
    ),
  );

/** A browser comes back from the login provider, perhaps not the one that went there. */
export const useLogin = fc
  .tuple(anyIndex, isBound)
  .map(([index, bound]) =>
    commandOnFlow(`use login ${index}${bound ? "" : " elsewhere"}`, index, (flow, model, system) =>
      doUseLogin(flow, bound, model, system),
    ),
  );

/** The consent provider says yes or no. */
export const answerConsent = fc
  .tuple(anyIndex, anyConsent)
  .map(([index, answer]) =>
    commandOnFlow(
      `answer consent ${index} ${JSON.stringify(answer)}`,
      index,
      (flow, model, system) => doAnswerConsent(flow, answer, model, system),
    ),
  );

/** A browser comes back from the consent provider. */
export const useConsent = fc
  .tuple(anyIndex, isBound)
  .map(([index, bound]) =>
    commandOnFlow(
      `use consent ${index}${bound ? "" : " elsewhere"}`,
      index,
      (flow, model, system) => doUseConsent(flow, bound, model, system),
    ),
  );

function commandOnFlow(
  name: string,
  index: number,
  run: (flow: Flow, model: Model, system: System) => Promise<void>,
) {
  return command(name, (model, system) => run(pick(model.flows, index), model, system), hasFlows);
}

/** Whether an authorization has begun. */
export function hasFlows({ flows }: Model): boolean {
  return flows.length > 0;
}

export async function doAnswerLogin(
  flow: Flow,
  answer: LoginAnswer | undefined,
  model: Model,
  system: System,
): Promise<void> {
  const status = rules.answerLogin(model, flow, answer);
  assert.equal(await system.answerLogin(model.flows.indexOf(flow), answer), status);
}

export async function doAnswerConsent(
  flow: Flow,
  answer: ConsentAnswer | undefined,
  model: Model,
  system: System,
): Promise<void> {
  if (flow.consent === undefined) return; // It has no challenge yet.
  const status = rules.answerConsent(model, flow, answer);
  assert.equal(await system.answerConsent(model.flows.indexOf(flow), answer), status);
}

export async function doUseLogin(
  flow: Flow,
  bound: boolean,
  model: Model,
  system: System,
): Promise<void> {
  const index = model.flows.indexOf(flow);
  if (!system.isAnswered("login", index)) return;
  const used = await system.useLogin(index, bound);
  assert.equal(used, rules.seenBy(flow, rules.useLogin(model, flow, bound)));
}

export async function doUseConsent(
  flow: Flow,
  bound: boolean,
  model: Model,
  system: System,
): Promise<void> {
  const index = model.flows.indexOf(flow);
  if (!system.isAnswered("consent", index)) return;
  pass(1_000, model, system); // So that of two consents one is the newer.
  const used = await system.useConsent(index, bound);
  assert.equal(used, rules.seenBy(flow, rules.useConsent(model, flow, bound)));
}
