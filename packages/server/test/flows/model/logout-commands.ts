import assert from "node:assert/strict";
import * as fc from "fast-check";
import { anyIndex, anyUser, command, pick } from "./command.ts";
import * as rules from "./logout.ts";

/** The operator logs a user out of every browser. */
export const revokeSessions = anyUser.map((user) =>
  command(`revoke the login sessions of ${user}`, async (model, system) => {
    rules.revokeSessions(model, user);
    assert.equal(await system.revokeSessions(user), 204);
  }),
);

/** The user wants to leave. */
export const startLogout = fc.constant(
  command("start a logout", async (model, system) => {
    assert.equal(await system.startLogout(), rules.startLogout(model));
  }),
);

/** The logout provider says yes or no. */
export const answerLogout = fc
  .tuple(anyIndex, fc.constantFrom("accepted" as const, "accepted" as const, "rejected" as const))
  .map(([index, state]) =>
    command(
      `logout ${index} is ${state}`,
      async (model, system) => {
        const logout = pick(model.logouts, index);
        const status = rules.answerLogout(model, logout, state);
        assert.equal(await system.answerLogout(model.logouts.indexOf(logout), state), status);
      },
      ({ logouts }) => logouts.length > 0,
    ),
  );

/** The browser comes back from the logout provider. */
export const useLogout = anyIndex.map((index) =>
  command(
    `use logout ${index}`,
    async (model, system) => {
      const logout = pick(model.logouts, index);
      const which = model.logouts.indexOf(logout);
      if (!system.isAnswered("logout", which)) return;
      assert.deepEqual(await system.useLogout(which), rules.useLogout(model, logout));
    },
    ({ logouts }) => logouts.length > 0,
  ),
);
