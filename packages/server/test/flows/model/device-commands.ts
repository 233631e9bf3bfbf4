import assert from "node:assert/strict";
import * as fc from "fast-check";
import { anyIndex, anyParty, anyScope, command, pass, pick } from "./command.ts";
import * as rules from "./devices.ts";
import { FLOWS_AT_MOST, isBound } from "./flow-commands.ts";
import { type Device, type Model, nowOf, type Party } from "./state.ts";
import type { Story } from "./story.ts";

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
    async (model, story) => {
      await story.startDevice(scope);
      rules.startDevice(model, scope);
      const device = newestOf(model);
      if (reaction === "enter its code later") pass(5_000, model, story);
      if (reaction.startsWith("enter")) await doEnterCode(device, true, model, story);
      if (reaction === "reject its code") await doRejectCode(device, true, model, story);
    },
    ({ flows, devices }) => flows.length < FLOWS_AT_MOST && devices.length < DEVICES_AT_MOST,
  ),
);

const DEVICES_AT_MOST = 5;

/** A browser enters a user code, perhaps not for the first time. */
export const enterCode = fc.tuple(anyIndex, isBound).map(([index, bound]) =>
  command(
    `enter code ${index}${bound ? "" : " elsewhere"}`,
    (model, story) => doEnterCode(pick(model.devices, index), bound, model, story),
    ({ flows, devices }) => flows.length < FLOWS_AT_MOST && devices.length > 0,
  ),
);

/** A browser says that its user does not know the device. */
export const rejectCode = fc.tuple(anyIndex, isBound).map(([index, bound]) =>
  command(
    `reject code ${index}${bound ? "" : " elsewhere"}`,
    (model, story) => doRejectCode(pick(model.devices, index), bound, model, story),
    ({ devices }) => devices.length > 0,
  ),
);

/** A television asks for its tokens, or an attacker who has its code. */
export const poll = fc.tuple(anyIndex, anyParty, fc.boolean()).map(([index, by, newest]) =>
  command(
    `poll ${newest ? "the newest" : index} by ${by}`,
    (model, story) => {
      const device = newest ? newestOf(model) : pick(model.devices, index);
      return doPoll(device, by, model, story);
    },
    ({ devices }) => devices.length > 0,
  ),
);

/** A television asks twice: too early, at the earliest moment, or as it should. */
export const pollTwice = fc.constantFrom(0, 3_999, 4_000, 5_000, 8_999, 9_000).map((milliseconds) =>
  command(
    `poll the newest twice, ${milliseconds} ms apart`,
    async (model, story) => {
      const device = newestOf(model);
      await doPoll(device, "photos", model, story);
      pass(milliseconds, model, story);
      await doPoll(device, "photos", model, story);
    },
    ({ devices }) => devices.length > 0,
  ),
);

const newestOf = ({ devices }: Model): Device => pick(devices, devices.length - 1);

async function doRejectCode(
  device: Device,
  bound: boolean,
  model: Model,
  story: Story,
): Promise<void> {
  const isTaken = rules.rejectCode(model, device, bound);
  assert.equal(await story.rejectCode(model.devices.indexOf(device), bound), isTaken);
}

async function doEnterCode(
  device: Device,
  bound: boolean,
  model: Model,
  story: Story,
): Promise<void> {
  // The first browser begins the flow. Flows of another browser than ours are not in the model.
  const isFirst = device.state === "waiting" && device.expires_at > nowOf(model);
  if (!bound && isFirst) return;
  pass(1_000, model, story); // So that of two flows one is the newer.
  const asked = rules.enterCode(model, device, bound);
  assert.deepEqual(await story.enterCode(model.devices.indexOf(device), bound), asked);
}

export async function doPoll(device: Device, by: Party, model: Model, story: Story): Promise<void> {
  const heard = rules.poll(model, device, by);
  assert.equal(await story.poll(model.devices.indexOf(device), by), heard);
}
