import assert from "node:assert/strict";
import * as fc from "fast-check";
import { anyExchanger, anyIndex, anyParty, anyUser, command, pass, pick } from "./command.ts";
import { exchange as exchangeToken } from "./exchange.ts";
import type { Grant, Model, Party, Token } from "./state.ts";
import type { System } from "./system.ts";
import * as rules from "./tokens.ts";

/** A code is shown, for the first time or again. */
export const redeem = fc.tuple(anyIndex, anyParty).map(([index, by]) =>
  command(
    `redeem ${index} by ${by}`,
    (model, system) => doRedeem(pick(grantsWithCodes(model), index), by, model, system),
    (model) => grantsWithCodes(model).length > 0,
  ),
);

const grantsWithCodes = ({ flows, grants }: Readonly<Model>): Grant[] =>
  grants.filter(({ flow }) => flows[flow]?.device === undefined);

/** A refresh token is shown, good or spent. */
export const refresh = fc.tuple(anyIndex, anyParty, fc.boolean()).map(([index, by, newest]) =>
  command(
    `refresh ${newest ? "the newest" : index} by ${by}`,
    async (model, system) => {
      const all = refreshTokens(model);
      const token = newest ? pick(all, all.length - 1) : pick(all, index);
      const shown = model.tokens.indexOf(token);
      assert.equal(await system.refresh(shown, by), rules.refresh(model, token, by));
    },
    (model) => refreshTokens(model).length > 0,
  ),
);

/** An answer gets lost, and the client asks again: in time, at the last moment, or too late. */
export const loseAnswer = fc.constantFrom(0, 5_000, 9_999, 10_000, 10_001).map((milliseconds) =>
  command(
    `refresh the newest twice, ${milliseconds} ms apart`,
    async (model, system) => {
      const all = refreshTokens(model);
      const token = pick(all, all.length - 1);
      const shown = model.tokens.indexOf(token);
      assert.equal(await system.refresh(shown, "photos"), rules.refresh(model, token, "photos"));
      pass(milliseconds, model, system);
      assert.equal(await system.refresh(shown, "photos"), rules.refresh(model, token, "photos"));
    },
    (model) => refreshTokens(model).length > 0,
  ),
);

const refreshTokens = (model: Readonly<Model>): Token[] =>
  model.tokens.filter(({ use }) => use === "refresh_token");

/** A client gives a token back. */
export const revoke = fc.tuple(anyIndex, anyExchanger).map(([index, by]) =>
  command(
    `revoke ${index} by ${by}`,
    async (model, system) => {
      const token = pick(model.tokens, index);
      assert.equal(await system.revoke(model.tokens.indexOf(token), by), 200);
      rules.revoke(token, by);
    },
    (model) => model.tokens.length > 0,
  ),
);

const isNewest = fc.constantFrom(true, true, false);

/** A service exchanges a token for one of its own: one that may, or one that may not. */
export const exchange = fc.tuple(anyIndex, anyExchanger, isNewest).map(([index, by, newest]) =>
  command(
    `exchange ${newest ? "the newest" : index} by ${by}`,
    async (model, system) => {
      const { tokens } = model;
      const last = tokens.findLastIndex(({ use }) => use === "access_token");
      const token = pick(tokens, newest && last !== -1 ? last : index);
      const got = await system.exchange(model.tokens.indexOf(token), by);
      const exchanged = exchangeToken(model, token, by);
      const { grant, exchanged: { actors } = { actors: [] } } = exchanged ?? token;
      assert.deepEqual(got, exchanged && { user: grant.user, actors });
    },
    ({ tokens }) => tokens.length > 0 && tokens.length < MAX_TOKENS,
  ),
);

/** All of them are introspected after each step. */
const MAX_TOKENS = 40;

/** A client asks who it is. */
export const userinfo = anyIndex.map((index) =>
  command(
    `userinfo ${index}`,
    async (model, system) => {
      const token = pick(model.tokens, index);
      const isOfUser = token.use === "access_token" && token.exchanged === undefined;
      const isGood = isOfUser && rules.isActive(model, token);
      assert.equal(await system.userinfo(model.tokens.indexOf(token)), isGood ? 200 : 401);
    },
    (model) => model.tokens.length > 0,
  ),
);

/** The operator calls the client's access tokens back. */
export const callBack = fc.constant(
  command("call the access tokens back", async (model, system) => {
    assert.equal(await system.callBack(), 204);
    model.epoch += 1;
  }),
);

/** The operator forgets what a user allowed. */
export const revokeConsents = anyUser.map((user) =>
  command(`revoke the consents of ${user}`, async (model, system) => {
    const status = rules.revokeConsents(model, user) ? 204 : 404;
    assert.equal(await system.revokeConsents(user), status);
  }),
);

export async function doRedeem(
  grant: Grant,
  by: Party,
  model: Model,
  system: System,
): Promise<void> {
  assert.equal(await system.redeem(grant.flow, by), rules.redeem(model, grant, by));
}
