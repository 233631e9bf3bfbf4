import { after, test } from "node:test";
import * as fc from "fast-check";
import { assertProperty } from "../support/properties.ts";
import { newModel } from "./model/state.ts";
import { anyCommand } from "./model/commands.ts";
import { createSystem, registerParties } from "./model/system.ts";
import { openWorld, type World } from "./model/world.ts";

const MAX_STEPS = 80;

let world: World;
after(() => world.close());

test("for any sequence of user, client and provider actions the server matches the model", async () => {
  world = await openWorld();
  const credentials = await registerParties(world);
  let run = 0;

  const commands = fc.commands(anyCommand(), { maxCommands: MAX_STEPS, size: "max" });
  const property = fc.asyncProperty(commands, async (steps) => {
    await world.restart(); // A system is shorter than the time after which a server sweeps by itself.
    run += 1;
    const system = createSystem(world, credentials, run);
    await fc.asyncModelRun(() => ({ model: newModel(world.clock.now_ms), real: system }), steps);
  });
  await assertProperty(property, { cases: 10 });
});
