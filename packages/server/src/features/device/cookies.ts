import { mintFlowId, timeOfId } from "../../crypto/flow-id.ts";
import type { Context } from "../../context/context.ts";
import { readSigned, writeSigned } from "../../flows/cookies.ts";
import { interactionLifespan } from "../../grants/lifespans.ts";
import type { Request } from "../../http/request.ts";

const DEVICE = "oauth2_device_csrf";
const DEVICE_CONNECTED = "oauth2_device_connected";
/** Seconds for which the built-in page says that a device is connected, so that it can be loaded again. */
const CONNECTED_FOR = 60;

/** The challenge with which this browser enters user codes, if its signature is valid. */
export function readDeviceCookie(request: Request, context: Context): string | undefined {
  return readSigned("device_cookie", DEVICE, request, context);
}

/** Binds a challenge to the browser that gets it. */
export function writeDeviceCookie(challenge_id: string, context: Context): string {
  const max_age = interactionLifespan(context.config);
  return writeSigned("device_cookie", { name: DEVICE, id: challenge_id, max_age }, context);
}

/** Notes for the built-in page that a device was connected in this browser just now. */
export function writeDeviceConnectedCookie(context: Context): string {
  const id = mintFlowId(context.now_ms() + CONNECTED_FOR * 1000);
  const cookie = { name: DEVICE_CONNECTED, id, max_age: CONNECTED_FOR };
  return writeSigned("device_connected_cookie", cookie, context);
}

/** Whether a device was connected in this browser just now. */
export function hasConnectedDevice(request: Request, context: Context): boolean {
  const id = readSigned("device_connected_cookie", DEVICE_CONNECTED, request, context);
  return id !== undefined && context.now_ms() < timeOfId(id);
}
