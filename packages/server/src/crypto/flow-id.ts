import { randomBytes } from "./random-bytes.ts";
import type { Signer } from "./signer.ts";

/** What a browser or a provider may show to name a flow. Each kind opens one door only. */
export type Handle =
  | "login_challenge"
  | "login_verifier"
  | "consent_challenge"
  | "consent_verifier"
  | "logout_challenge"
  | "logout_verifier"
  | "flow_cookie";

const ID_BYTES = 16;
const ID_LETTERS = 22;
const TIME_BYTES = 6;

/** The last bit of an id says whether the flow is watched, so that every server knows without looking it up. */
const WATCHED = 1;

/**
 * A fresh id: 6 bytes of time, so that rows append, and 10 random ones but for a bit. In base64url. The time is in unix
 * milliseconds: now, or when it ends, so that what has ended is found at the beginning.
 */
export function mintFlowId(time_ms: number, watched = false): string {
  const id = randomBytes(ID_BYTES);
  id.writeUIntBE(time_ms, 0, TIME_BYTES);
  const last = id.readUInt8(ID_BYTES - 1);
  id.writeUInt8(watched ? last | WATCHED : last & ~WATCHED, ID_BYTES - 1);
  return id.toString("base64url");
}

/** Whether the inspector follows the flow of this id, or of a handle or token body that begins with one. */
export function isWatched(text: string): boolean {
  const id = Buffer.from(text.slice(0, ID_LETTERS), "base64url");
  return id.length === ID_BYTES && (id.readUInt8(ID_BYTES - 1) & WATCHED) !== 0;
}

/** The handle of a flow: always the same, so that asking twice gives one answer. 44 characters. */
export function writeHandle(signer: Signer, handle: Handle, flow_id: string): string {
  return signer.sign(handle, flow_id);
}

/** The flow a handle names, if we gave it out as that kind of handle. */
export function readHandle(signer: Signer, handle: Handle, text: string): string | undefined {
  const id = signer.read(handle, text);
  return id?.length === ID_LETTERS ? id : undefined;
}
