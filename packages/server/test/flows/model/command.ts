import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Exchanger, Model, Party, User, Scope } from "./state.ts";
import type { System } from "./system.ts";
import { isActive } from "./tokens.ts";

/** One thing that happens, in the model and to the server. */
export type Command = fc.AsyncCommand<Model, System>;

/** Does a thing to both; then both are asked about every token there is. */
export function command(
  name: string,
  run: (model: Model, system: System) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Command {
  return {
    check,
    toString: () => name,
    async run(model, system) {
      await run(model, system);
      const expected = model.tokens.map((token) => isActive(model, token));
      const actual = await Promise.all(model.tokens.map((_, index) => system.isActive(index)));
      assert.deepEqual(actual, expected, "which tokens are good");
    },
  };
}

export const anyIndex = fc.nat({ max: 1_000 });
export const anyUser = fc.constantFrom<User>("alice", "alice", "bob");
export const anyParty = fc.constantFrom<Party>("photos", "photos", "photos", "mallory");
export const anyExchanger = fc.constantFrom<Exchanger>(
  "gateway",
  "gateway",
  "ghost",
  "photos",
  "mallory",
);
export const anyScope = fc.constantFrom<Scope>("openid offline", "openid offline", "openid");

/** Lets time pass for both. */
export function pass(milliseconds: number, model: Model, { world }: System): void {
  model.now_ms += milliseconds;
  world.clock.now_ms += milliseconds;
}

/** One of a list, whatever the number. */
export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}
