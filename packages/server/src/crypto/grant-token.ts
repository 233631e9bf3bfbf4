import type { GrantToken, RequestToken } from "../oauth/grant.ts";
import type { Narrowing } from "../oauth/resource/narrowing.ts";
import type { Signer } from "./signer.ts";

/**
 * A code or token of a grant is a prefix and, followed by the signer's MAC, base64url(grant id (16) ‖ generation (4) ‖
 * issued_at (4) ‖ expires_at (4)). It is deterministic, so it is not stored: it can be derived again.
 *
 * Those of users' grants end with the `subject_key` of the grant, with which its row is found. It is hidden: two clients that know
 * a user by different names must not see that their tokens are of the same user.
 *
 * An access token for a part of its grant has more bytes: the client's epoch (6) ‖ the kind of key that it is bound to, and a
 * bit that says that it has fewer details than were granted (1) ‖ the thumbprint of that key (32, or 0 without one) ‖ the length of the next set (1) ‖ the set of positions in the grant's audience ‖
 * the set of positions in its scope. A set is a bit for each position; an absent one is all.
 */
const prefixes = {
  authorization_code: "lk_ac_",
  /** Of a device: the id is also that of its device authorization. */
  device_code: "lk_dc_",
  /** Of a backchannel authentication: the id is also that of its request. */
  auth_req_id: "lk_ar_",
  access_token: "lk_at_",
  refresh_token: "lk_rt_",
  /** Inside a JWT access token, as its `jti`. */
  jwt_id: "",
} as const;

/** The kinds that are issued for the grant of a user. */
const placedKinds = ["authorization_code", "access_token", "refresh_token", "jwt_id"] as const;

type PlacedKind = (typeof placedKinds)[number];

/** What a token of a grant is for, in the core. */
type GrantTokenKind = keyof typeof prefixes;

/** The same of a feature: the purpose of its signature, and what it begins with. */
export interface FeatureTokenKind {
  readonly purpose: string;
  readonly prefix: string;
}

/** What a token of a grant is for. */
export type TokenKind = GrantTokenKind | FeatureTokenKind;

/** The kinds that a client presents as they are; a `jwt_id` is always inside a JWT. */
export const presentedKinds: readonly GrantTokenKind[] = Object.keys(prefixes)
  .filter(isGrantTokenKind)
  .filter((kind) => kind !== "jwt_id");

function isGrantTokenKind(word: string): word is GrantTokenKind {
  return Object.hasOwn(prefixes, word);
}

/** The latest time a token can contain, in unix seconds: the expiry of tokens that do not expire. */
export const END_OF_TIME = 2 ** 32 - 1;

const ID_BYTES = 16;
const PAYLOAD_BYTES = ID_BYTES + 12;

/** The token as the client receives it. */
export function writeGrantToken(signer: Signer, kind: PlacedKind, token: GrantToken): string;
export function writeGrantToken(
  signer: Signer,
  kind: Exclude<TokenKind, PlacedKind>,
  token: RequestToken,
): string;
export function writeGrantToken(
  signer: Signer,
  kind: TokenKind,
  token: RequestToken & Partial<GrantToken>,
): string {
  const { narrowing, subject_key } = token;
  const part = narrowing === undefined ? undefined : writeNarrowing(narrowing);
  const payload = Buffer.alloc(PAYLOAD_BYTES + (part?.length ?? 0));
  payload.write(token.grant_id, 0, ID_BYTES, "base64url");
  payload.writeUInt32BE(token.generation, ID_BYTES);
  payload.writeUInt32BE(token.issued_at, ID_BYTES + 4);
  payload.writeUInt32BE(token.expires_at, ID_BYTES + 8);
  part?.copy(payload, PAYLOAD_BYTES);
  const id = payload.toString("base64url");
  const { purpose, prefix } = formOf(kind);
  const isPlaced = isPlacedKind(kind) && subject_key !== undefined;
  return (
    prefix + (isPlaced ? signer.signHiding(purpose, id, subject_key) : signer.sign(purpose, id))
  );
}

/** The content of a token, if this server issued it as this kind. Whether it is still valid depends on its grant. */
export function readGrantToken(
  signer: Signer,
  kind: PlacedKind,
  text: string,
): GrantToken | undefined;
export function readGrantToken(
  signer: Signer,
  kind: TokenKind,
  text: string,
): RequestToken | undefined;
export function readGrantToken(
  signer: Signer,
  kind: TokenKind,
  text: string,
): RequestToken | undefined {
  const { prefix } = formOf(kind);
  if (!text.startsWith(prefix)) return undefined;
  const signed = readSigned(signer, kind, text.slice(prefix.length));
  if (signed === undefined) return undefined;
  const payload = Buffer.from(signed.id, "base64url");
  if (payload.length < PAYLOAD_BYTES) return undefined;
  const narrowing = readNarrowing(payload.subarray(PAYLOAD_BYTES));
  if (narrowing === "malformed") return undefined;
  return {
    grant_id: payload.toString("base64url", 0, ID_BYTES),
    ...("hidden" in signed && { subject_key: signed.hidden }),
    generation: payload.readUInt32BE(ID_BYTES),
    issued_at: payload.readUInt32BE(ID_BYTES + 4),
    expires_at: payload.readUInt32BE(ID_BYTES + 8),
    ...(narrowing && { narrowing }),
  };
}

/** The purpose of a signature in the core is the name of its kind. */
function formOf(kind: TokenKind): FeatureTokenKind {
  return typeof kind === "string" ? { purpose: kind, prefix: prefixes[kind] } : kind;
}

/** The kind that the contract calls by this name, if the server has it. */
export function tokenKindOf(purpose: string, kinds: readonly TokenKind[]): TokenKind | undefined {
  return kinds.find((kind) => formOf(kind).purpose === purpose);
}

function isPlacedKind(kind: TokenKind): kind is PlacedKind {
  return placedKinds.some((placed) => placed === kind);
}

function readSigned(signer: Signer, kind: TokenKind, text: string) {
  if (isPlacedKind(kind)) return signer.readHiding(kind, text);
  const id = signer.read(formOf(kind).purpose, text);
  return id === undefined ? undefined : { id };
}

const EPOCH_BYTES = 6;
const THUMBPRINT_BYTES = 32; // SHA-256: RFC 9449 §6.1, RFC 8705 §3.1
/** The kinds of keys that a token can be bound to; a position is what the token contains. */
const KEY_KINDS = [undefined, "jkt", "x5t#S256"] as const;

/** The bit for fewer details, beside the kind of key. */
const DETAILS = 0x80;

function writeNarrowing(narrowing: Narrowing): Buffer {
  const { audience, scope, client_epoch, cnf = {}, details = false } = narrowing;
  const epoch = Buffer.alloc(EPOCH_BYTES);
  epoch.writeUIntBE(client_epoch, 0, EPOCH_BYTES);
  const kind = KEY_KINDS.findIndex((name) => name !== undefined && cnf[name] !== undefined);
  const thumbprint = Buffer.from(cnf[KEY_KINDS[kind] ?? "jkt"] ?? "", "base64url");
  const key = Buffer.concat([Buffer.of(Math.max(kind, 0) | (details ? DETAILS : 0)), thumbprint]);
  const [audience_set, scope_set] = [writeSet(audience), writeSet(scope)];
  // More than 2,040 audiences do not fit; a consent grants at most 1,000.
  const length = Buffer.of(audience_set.length);
  return Buffer.concat([epoch, key, length, audience_set, scope_set]);
}

function readNarrowing(part: Buffer): Narrowing | undefined | "malformed" {
  if (part.length === 0) return undefined;
  const byte = part[EPOCH_BYTES] ?? KEY_KINDS.length;
  const details = (byte & DETAILS) !== 0;
  const index = byte & ~DETAILS;
  const kind = KEY_KINDS[index];
  if (index !== 0 && kind === undefined) return "malformed";
  const key = part.subarray(EPOCH_BYTES + 1).subarray(0, kind === undefined ? 0 : THUMBPRINT_BYTES);
  const rest = part.subarray(EPOCH_BYTES + 1 + key.length);
  const [audience_bytes] = rest;
  const sets = rest.subarray(1);
  if (audience_bytes === undefined || sets.length < audience_bytes) return "malformed";
  const [audience, scope] = [
    readSet(sets.subarray(0, audience_bytes)),
    readSet(sets.subarray(audience_bytes)),
  ];
  return {
    ...(audience && { audience }),
    ...(scope && { scope }),
    client_epoch: part.readUIntBE(0, EPOCH_BYTES),
    ...(kind !== undefined && { cnf: { [kind]: key.toString("base64url") } }),
    ...(details && { details }),
  };
}

/** At least one byte, so that the empty set differs from an absent one. */
function writeSet(positions: readonly number[] | undefined): Buffer {
  if (positions === undefined) return Buffer.alloc(0);
  const set = Buffer.alloc(Math.floor(Math.max(0, ...positions) / 8) + 1);
  for (const position of positions) {
    const byte = Math.floor(position / 8);
    set[byte] = (set[byte] ?? 0) | (1 << (position % 8));
  }
  return set;
}

function readSet(set: Buffer): readonly number[] | undefined {
  if (set.length === 0) return undefined;
  return [...set].flatMap((bits, byte) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (bits >> bit) % 2 === 1).map((bit) => byte * 8 + bit),
  );
}
