import assert from "node:assert/strict";
import * as fc from "fast-check";
import { anyIndex, anyParty, anyPerson, command, pass, pick } from "./command.ts";
import type { Grant, Model, Party, Token } from "./state.ts";
import type { Story } from "./story.ts";
import * as rules from "./tokens.ts";

/** A code is shown, for the first time or again. */
export const redeem = fc.tuple(anyIndex, anyParty).map(([index, by]) =>
  command(
    `redeem ${index} by ${by}`,
    (model, story) => doRedeem(pick(model.grants, index), by, model, story),
    ({ grants }) => grants.length > 0,
  ),
);

/** A refresh token is shown, good or spent. */
export const refresh = fc.tuple(anyIndex, anyParty, fc.boolean()).map(([index, by, newest]) =>
  command(
    `refresh ${newest ? "the newest" : index} by ${by}`,
    async (model, story) => {
      const all = refreshTokens(model);
      const token = newest ? pick(all, all.length - 1) : pick(all, index);
      const shown = model.tokens.indexOf(token);
      assert.equal(await story.refresh(shown, by), rules.refresh(model, token, by));
    },
    (model) => refreshTokens(model).length > 0,
  ),
);

/** An answer gets lost, and the client asks again: in time, at the last moment, or too late. */
export const loseAnswer = fc.constantFrom(0, 5_000, 9_999, 10_000, 10_001).map((milliseconds) =>
  command(
    `refresh the newest twice, ${milliseconds} ms apart`,
    async (model, story) => {
      const all = refreshTokens(model);
      const token = pick(all, all.length - 1);
      const shown = model.tokens.indexOf(token);
      assert.equal(await story.refresh(shown, "photos"), rules.refresh(model, token, "photos"));
      pass(milliseconds, model, story);
      assert.equal(await story.refresh(shown, "photos"), rules.refresh(model, token, "photos"));
    },
    (model) => refreshTokens(model).length > 0,
  ),
);

const refreshTokens = (model: Readonly<Model>): Token[] =>
  model.tokens.filter(({ use }) => use === "refresh_token");

/** A client gives a token back. */
export const revoke = fc.tuple(anyIndex, anyParty).map(([index, by]) =>
  command(
    `revoke ${index} by ${by}`,
    async (model, story) => {
      const token = pick(model.tokens, index);
      assert.equal(await story.revoke(model.tokens.indexOf(token), by), 200);
      rules.revoke(token, by);
    },
    (model) => model.tokens.length > 0,
  ),
);

/** A client asks who it is. */
export const userinfo = anyIndex.map((index) =>
  command(
    `userinfo ${index}`,
    async (model, story) => {
      const token = pick(model.tokens, index);
      const isGood = token.use === "access_token" && rules.isActive(model, token);
      assert.equal(await story.userinfo(model.tokens.indexOf(token)), isGood ? 200 : 401);
    },
    (model) => model.tokens.length > 0,
  ),
);

/** The operator calls the client's access tokens back. */
export const callBack = fc.constant(
  command("call the access tokens back", async (model, story) => {
    assert.equal(await story.callBack(), 204);
    model.epoch += 1;
  }),
);

/** The operator forgets what a person allowed. */
export const revokeConsents = anyPerson.map((person) =>
  command(`revoke the consents of ${person}`, async (model, story) => {
    const status = rules.revokeConsents(model, person) ? 204 : 404;
    assert.equal(await story.revokeConsents(person), status);
  }),
);

export async function doRedeem(grant: Grant, by: Party, model: Model, story: Story): Promise<void> {
  assert.equal(await story.redeem(grant.flow, by), rules.redeem(model, grant, by));
}
