/** RFC 8628: from a device code by way of a user code to a flow, and back to the device. */

import { begin as beginFlow } from "./flows.ts";
import {
  type Device,
  type Flow,
  isOver,
  type Model,
  nowOf,
  type Party,
  type User,
  type Scope,
  sessionOf,
  ttl,
} from "./state.ts";
import { begin as beginTokens } from "./tokens.ts";

const FIRST_INTERVAL = 5;
const SLOWER_BY = 5;
const JITTER_MS = 1_000;

/** A television asks for its codes. */
export function startDevice(model: Model, scope: Scope): void {
  const expires_at = nowOf(model) + ttl.device;
  model.devices.push({ scope, expires_at, state: "waiting", interval: FIRST_INTERVAL });
}

/** Whether a browser may answer for a device: the first that does, and that one again. */
function mayAnswer(model: Model, device: Device, answer: "accepted" | "rejected", bound: boolean) {
  const challenge = bound ? challengeOf(model) : undefined;
  if (device.expires_at <= nowOf(model)) return false;
  if (device.state === "waiting") return true;
  return (
    device.state === answer && device.challenge !== undefined && device.challenge === challenge
  );
}

/** A browser has a challenge for a while, and gets a new one when half of its time is over. */
function challengeOf(model: Model): number {
  const { challenge } = model;
  if (challenge !== undefined && challenge.ends_at > nowOf(model) + ttl.request / 2)
    return challenge.id;
  model.challenge = { id: model.named++, ends_at: nowOf(model) + ttl.request };
  return model.challenge.id;
}

/** The user enters the user code: the login provider is asked, or the browser shows why not. */
export function enterCode(
  model: Model,
  device: Device,
  bound: boolean,
): { skip: boolean; subject: User | "" } | "invalid" | "page" {
  if (!mayAnswer(model, device, "accepted", bound)) return "invalid";
  const known = sessionOf(model);
  const asked = { skip: known !== undefined, subject: known?.user ?? "" } as const;
  const index = device.flow ?? model.flows.length;
  const before = model.flows[index];
  if (before !== undefined && (isOver(model, before) || hasDecided(before))) return "page";
  // Entered again, the flow begins anew: its answers are forgotten, and its time goes on.
  const { requested_at, ends_at } = before ?? timesOfFlow(model, device);
  model.flows[index] = {
    device: model.devices.indexOf(device),
    scope: device.scope,
    prompt: "",
    hybrid: false,
    requested_at,
    ends_at,
    kept_until: device.expires_at + ttl.request,
    ...beginFlow(model, known),
  };
  device.flow = index;
  device.state = "accepted";
  device.challenge = model.challenge?.id ?? -1;
  return asked;
}

function timesOfFlow(model: Model, { expires_at }: Device) {
  const requested_at = nowOf(model);
  return { requested_at, ends_at: Math.min(requested_at + ttl.request, expires_at) };
}

/** Whether the user, or a provider, has said the last word. */
function hasDecided({ consent, refusal }: Flow): boolean {
  return consent === "used" || refusal.login !== undefined;
}

/** Whether it is taken that the user does not know the device. */
export function rejectCode(model: Model, device: Device, bound: boolean): boolean {
  if (!mayAnswer(model, device, "rejected", bound)) return false;
  if (device.state === "rejected") return true;
  device.state = "rejected";
  if (bound) device.challenge = model.challenge?.id ?? -1;
  return true;
}

/** What the television hears when it asks for its tokens. */
export type Polled =
  | "tokens"
  | "authorization_pending"
  | "slow_down"
  | "access_denied"
  | "expired_token"
  | "invalid_grant";

/** The television asks, or an attacker who has its code. */
export function poll(model: Model, device: Device, by: Party): Polled {
  if (device.expires_at <= nowOf(model)) return "expired_token";
  if (by === "mallory") return "invalid_grant";
  const isTooFast = model.now_ms < earliestPoll(device);
  if (isTooFast) device.interval += SLOWER_BY;
  device.polled_at_ms = model.now_ms;

  const grant = model.grants.find(({ flow, gone }) => flow === device.flow && !gone);
  if (grant !== undefined) {
    if (grant.revoked || grant.generation > 0) return "invalid_grant";
    beginTokens(model, grant);
    grant.redeemed_at_ms = model.now_ms;
    return "tokens";
  }
  const flow = model.flows[device.flow ?? -1];
  // The last word was no, or yes and the consent was revoked since.
  const isDenied = flow !== undefined && hasDecided(flow);
  if (isDenied || device.state === "rejected") return "access_denied";
  return isTooFast ? "slow_down" : "authorization_pending";
}

/** The moment before which a request is too early. */
export function earliestPoll({ interval, polled_at_ms }: Device): number {
  return polled_at_ms === undefined ? 0 : polled_at_ms + interval * 1000 - JITTER_MS;
}
