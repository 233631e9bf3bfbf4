import { randomBytes } from "node:crypto";
import type { Notary } from "./notary.ts";

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

/** A fresh id: 4 bytes of time, so that rows append, and 12 random ones. In base64url. */
export function mintFlowId(now: number): string {
  const id = randomBytes(ID_BYTES);
  id.writeUInt32BE(now);
  return id.toString("base64url");
}

/** The handle of a flow: always the same, so that asking twice gives one answer. 43 characters. */
export function writeHandle(notary: Notary, handle: Handle, flow_id: string): string {
  return notary.sign(handle, Buffer.from(flow_id, "base64url"));
}

/** The flow a handle names, if we gave it out as that kind of handle. */
export function readHandle(notary: Notary, handle: Handle, text: string): string | undefined {
  const id = notary.read(handle, text);
  return id?.length === ID_BYTES ? id.toString("base64url") : undefined;
}
