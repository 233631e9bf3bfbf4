import { ID_CHARS } from "./flow-id.ts";
import { MAC_CHARS, type Signer } from "./signer.ts";

/** The app from which a browser returns with a verifier: one that named its user. */
export type VerifierKind = "login" | "consent";

/** A verifier whose signature was checked. */
export interface Verifier {
  readonly kind: VerifierKind;
  readonly flow_id: string;
  /** The MAC of the user it was issued for. */
  readonly user_mac: string;
}

/**
 * The verifier of a flow for one user: the id of the flow and a MAC of the user, signed together. Without the user, the verifier
 * of an answer would be valid for a later answer: an attacker could learn it from an answer for themselves, have another user
 * answer the same challenge, and be signed in as that user. Deterministic, as handles are.
 */
export function writeVerifier(
  signer: Signer,
  kind: VerifierKind,
  flow_id: string,
  user: string,
): string {
  const user_mac = signer.mac(userPurpose(kind), userText(flow_id, user));
  return signer.sign(purposeOf(kind), flow_id + user_mac);
}

/** The verifier in a text, if this server issued it for this kind of step. Whether it is for the user of the flow is to be checked. */
export function readVerifier(
  signer: Signer,
  kind: VerifierKind,
  text: string,
): Verifier | undefined {
  const signed = signer.read(purposeOf(kind), text);
  if (signed?.length !== ID_CHARS + MAC_CHARS) return undefined;
  return { kind, flow_id: signed.slice(0, ID_CHARS), user_mac: signed.slice(ID_CHARS) };
}

/** Whether a verifier was issued for this user. */
export function isVerifierFor(
  signer: Signer,
  { kind, flow_id, user_mac }: Verifier,
  user: string,
): boolean {
  return signer.isMac(userPurpose(kind), userText(flow_id, user), user_mac);
}

function purposeOf(kind: VerifierKind): string {
  return `${kind}_verifier`;
}

function userPurpose(kind: VerifierKind): string {
  return `${kind}_verifier user`;
}

function userText(flow_id: string, user: string): string {
  return `${flow_id} ${user}`;
}
