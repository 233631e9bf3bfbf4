import assert from "node:assert/strict";
import * as fc from "fast-check";
import { anyIndex, anyPerson, command, pick } from "./command.ts";
import * as rules from "./logout.ts";

/** The operator logs a person out of every browser. */
export const revokeSessions = anyPerson.map((person) =>
  command(`revoke the login sessions of ${person}`, async (model, story) => {
    rules.revokeSessions(model, person);
    assert.equal(await story.revokeSessions(person), 204);
  }),
);

/** The person wants to leave. */
export const startLogout = fc.constant(
  command("start a logout", async (model, story) => {
    assert.equal(await story.startLogout(), rules.startLogout(model));
  }),
);

/** The logout provider says yes or no. */
export const answerLogout = fc
  .tuple(anyIndex, fc.constantFrom("accepted" as const, "accepted" as const, "rejected" as const))
  .map(([index, state]) =>
    command(
      `logout ${index} is ${state}`,
      async (model, story) => {
        const logout = pick(model.logouts, index);
        const status = rules.answerLogout(model, logout, state);
        assert.equal(await story.answerLogout(model.logouts.indexOf(logout), state), status);
      },
      ({ logouts }) => logouts.length > 0,
    ),
  );

/** The browser comes back from the logout provider. */
export const useLogout = anyIndex.map((index) =>
  command(
    `use logout ${index}`,
    async (model, story) => {
      const logout = pick(model.logouts, index);
      const which = model.logouts.indexOf(logout);
      if (!story.isAnswered("logout", which)) return;
      assert.deepEqual(await story.useLogout(which), rules.useLogout(model, logout));
    },
    ({ logouts }) => logouts.length > 0,
  ),
);
