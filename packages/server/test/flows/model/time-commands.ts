import * as fc from "fast-check";
import { anyIndex, command, pass, pick } from "./command.ts";
import * as rules from "./time.ts";

/** A while passes. */
export const travel = fc
  .constantFrom(1, 500, 5_000, 201_000)
  .map((milliseconds) =>
    command(`${milliseconds} ms pass`, async (model, system) => pass(milliseconds, model, system)),
  );

/** To the very moment at which something ends, or just before or after it. */
export const travelToDeadline = fc
  .tuple(anyIndex, fc.constantFrom(-1_000, -1, 0, 1))
  .map(([index, offset]) =>
    command(
      `deadline ${index} comes, and ${offset} ms`,
      async (model, system) => {
        const moment = pick(rules.deadlinesOf(model), index) + offset;
        if (moment > model.now_ms) pass(moment - model.now_ms, model, system);
      },
      (model) => rules.deadlinesOf(model).length > 0,
    ),
  );

/** The server stops, and starts again on what it wrote down. */
export const restart = fc.constant(command("restart", (_, system) => system.world.restart()));

/** What expired is removed. */
export const sweep = fc.constant(
  command("sweep", async (model, system) => {
    rules.sweep(model);
    await system.world.sweep();
  }),
);
