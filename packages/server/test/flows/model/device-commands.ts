import assert from "node:assert/strict";
import * as fc from "fast-check";
import { anyIndex, anyParty, anyScope, command, pass, pick } from "./command.ts";
import * as rules from "./devices.ts";
import { MAX_FLOWS, isBound } from "./flow-commands.ts";
import { type Device, type Model, nowOf, type Party } from "./state.ts";
import type { System } from "./system.ts";

const anyReaction = fc.constantFrom(
  "enter its code",
  "enter its code later",
  "reject its code",
  "wait",
);

/** A television asks for its codes, and its user enters or rejects the user code at once, or later. */
export const startDevice = fc.tuple(anyScope, anyReaction).map(([scope, reaction]) =>
  command(
    `start a device for ${scope}, ${reaction}`,
    async (model, system) => {
      await system.startDevice(scope);
      rules.startDevice(model, scope);
      const device = newestOf(model);
      if (reaction === "enter its code later") pass(5_000, model, system);
      if (reaction.startsWith("enter")) await doEnterCode(device, true, model, system);
      if (reaction === "reject its code") await doRejectCode(device, true, model, system);
    },
    ({ flows, devices }) => flows.length < MAX_FLOWS && devices.length < MAX_DEVICES,
  ),
);

const MAX_DEVICES = 5;

/** A browser enters a user code, perhaps not for the first time. */
export const enterCode = fc.tuple(anyIndex, isBound).map(([index, bound]) =>
  command(
    `enter code ${index}${bound ? "" : " elsewhere"}`,
    (model, system) => doEnterCode(pick(model.devices, index), bound, model, system),
    ({ flows, devices }) => flows.length < MAX_FLOWS && devices.length > 0,
  ),
);

/** A browser says that its user does not know the device. */
export const rejectCode = fc.tuple(anyIndex, isBound).map(([index, bound]) =>
  command(
    `reject code ${index}${bound ? "" : " elsewhere"}`,
    (model, system) => doRejectCode(pick(model.devices, index), bound, model, system),
    ({ devices }) => devices.length > 0,
  ),
);

/** A television asks for its tokens, or an attacker who has its code. */
export const poll = fc.tuple(anyIndex, anyParty, fc.boolean()).map(([index, by, newest]) =>
  command(
    `poll ${newest ? "the newest" : index} by ${by}`,
    (model, system) => {
      const device = newest ? newestOf(model) : pick(model.devices, index);
      return doPoll(device, by, model, system);
    },
    ({ devices }) => devices.length > 0,
  ),
);

/** A television asks twice: too early, at the earliest moment, or as it should. */
export const pollTwice = fc.constantFrom(0, 3_999, 4_000, 5_000, 8_999, 9_000).map((milliseconds) =>
  command(
    `poll the newest twice, ${milliseconds} ms apart`,
    async (model, system) => {
      const device = newestOf(model);
      await doPoll(device, "photos", model, system);
      pass(milliseconds, model, system);
      await doPoll(device, "photos", model, system);
    },
    ({ devices }) => devices.length > 0,
  ),
);

const newestOf = ({ devices }: Model): Device => pick(devices, devices.length - 1);

async function doRejectCode(
  device: Device,
  bound: boolean,
  model: Model,
  system: System,
): Promise<void> {
  const isTaken = rules.rejectCode(model, device, bound);
  assert.equal(await system.rejectCode(model.devices.indexOf(device), bound), isTaken);
}

async function doEnterCode(
  device: Device,
  bound: boolean,
  model: Model,
  system: System,
): Promise<void> {
  // The first browser begins the flow. Flows of another browser than ours are not in the model.
  const isFirst = device.state === "waiting" && device.expires_at > nowOf(model);
  if (!bound && isFirst) return;
  pass(1_000, model, system); // So that of two flows one is the newer.
  const asked = rules.enterCode(model, device, bound);
  assert.deepEqual(await system.enterCode(model.devices.indexOf(device), bound), asked);
}

export async function doPoll(
  device: Device,
  by: Party,
  model: Model,
  system: System,
): Promise<void> {
  const heard = rules.poll(model, device, by);
  assert.equal(await system.poll(model.devices.indexOf(device), by), heard);
}
