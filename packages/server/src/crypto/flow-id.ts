import { randomBytes } from "./random.ts";
import type { Signer } from "./signer.ts";

/**
 * The kind of a signed reference to a flow, or to a pushed request, that browsers and providers hold: `login_challenge`,
 * `flow_cookie`, … Each kind is accepted in one place only. `verifier.ts` has those that are issued for a user.
 */
export type Handle = string;

const ID_BYTES = 16;
/** Characters of an id. */
export const ID_CHARS = 22;
const TIME_BYTES = 6;

/** The last bit of an id says whether the inspector observes the flow, so that every server knows without a query. */
const OBSERVED = 1;

/**
 * A new id in base64url: 6 bytes of time, so that rows are appended to their index, and 10 random bytes but for one bit. The
 * time is in unix milliseconds: of creation, or of expiry, so that expired rows come first in the index.
 */
export function mintFlowId(time_ms: number, observed = false): string {
  const id = randomBytes(ID_BYTES);
  id.writeUIntBE(time_ms, 0, TIME_BYTES);
  const last = id.readUInt8(ID_BYTES - 1);
  id.writeUInt8(observed ? last | OBSERVED : last & ~OBSERVED, ID_BYTES - 1);
  return id.toString("base64url");
}

/** The time of an id in unix milliseconds. */
export function timeOfId(id: string): number {
  return Buffer.from(id, "base64url").readUIntBE(0, TIME_BYTES);
}

/** Whether the inspector observes the flow of this id, or of a handle or token body that begins with one. */
export function isObserved(text: string): boolean {
  const id = Buffer.from(text.slice(0, ID_CHARS), "base64url");
  return id.length === ID_BYTES && (id.readUInt8(ID_BYTES - 1) & OBSERVED) !== 0;
}

/** The handle of a flow, 44 characters. Deterministic, so that repeated requests get the same one. */
export function writeHandle(signer: Signer, handle: Handle, flow_id: string): string {
  return signer.sign(handle, flow_id);
}

/** The flow of a handle, if this server issued it as this kind of handle. */
export function readHandle(signer: Signer, handle: Handle, text: string): string | undefined {
  const id = signer.read(handle, text);
  return id?.length === ID_CHARS ? id : undefined;
}
