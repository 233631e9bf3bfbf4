import { type Algorithm, algorithmsOf, mechanismOf } from "../rules/algorithms.ts";
import { TokenError } from "../rules/errors.ts";
import type { TokenOptions } from "../rules/options.ts";
import { type KeyAttributes, type PublicKey, readPublicKey } from "../rules/public-key.ts";
import {
  attributes,
  type Cryptoki,
  loadCryptoki,
  mechanism,
  readUlongs,
  ulong,
} from "./cryptoki.ts";

/** A token that is open, with the user logged in. */
export interface Token {
  /** The keys that can sign, newly read. */
  readonly keys: () => Promise<readonly TokenKey[]>;
  readonly sign: (key: string, alg: Algorithm, data: Uint8Array) => Promise<Uint8Array>;
}

/** A key of the token, by the name that an operator gives it. */
export interface TokenKey {
  readonly key: string;
  readonly algs: readonly Algorithm[];
  readonly public_key: PublicKey["jwk"];
}

interface FoundKey {
  readonly described: TokenKey;
  readonly handle: bigint;
}

const CKA = {
  CLASS: 0x0,
  LABEL: 0x3,
  KEY_TYPE: 0x100,
  ID: 0x102,
  SIGN: 0x108,
  MODULUS: 0x120,
  PUBLIC_EXPONENT: 0x122,
  EC_PARAMS: 0x180,
  EC_POINT: 0x181,
  ALWAYS_AUTHENTICATE: 0x202,
} as const;
const CKO = { PUBLIC_KEY: 2, PRIVATE_KEY: 3 } as const;
const CKF_SERIAL_SESSION = 4;
const CKU_USER = 1;
/** CK_TOKEN_INFO has 208 bytes; some more for a module that pads it otherwise. */
const TOKEN_INFO = { size: 256, label: [0, 32], serial: [80, 96], flags_at: 96 } as const;
const CKF_USER_PIN_FINAL_TRY = 0x20000n;
const CKF_USER_PIN_LOCKED = 0x40000n;
const MAX_SLOTS = 256;
const MAX_MECHANISMS = 1024;
const MAX_KEYS = 1024;
/** The longest signature: of an RSA key of 16,384 bits. */
const MAX_SIGNATURE = 2048;
/** What C_GetAttributeValue has as the length of an attribute that the object does not have. */
const UNAVAILABLE = 0xffff_ffff_ffff_ffffn;
const MAX_ATTRIBUTE = 16_384n;

/** Opens the token and logs in, once: PKCS#11 has one login for all sessions of a process. */
export async function openToken(options: TokenOptions, pin: string): Promise<Token> {
  const cryptoki = await loadCryptoki(options.library);
  const slot = await findSlot(cryptoki, options);
  const mechanisms = await listMechanisms(cryptoki, slot);
  const openSession = async (): Promise<bigint> => {
    const handle = ulong(0);
    await cryptoki.call("C_OpenSession", slot, CKF_SERIAL_SESSION, null, null, handle);
    return handle.readBigUInt64LE();
  };
  const first = await openSession();
  const secret = Buffer.from(pin);
  await cryptoki.call("C_Login", first, CKU_USER, secret, secret.length);
  secret.fill(0);

  let found: readonly FoundKey[] = [];
  const free: bigint[] = [];
  /** The first session is kept for reading: with the last session, the login would end. */
  const withSession = async <T>(work: (session: bigint) => Promise<T>): Promise<T> => {
    const session = free.pop() ?? (await openSession());
    try {
      const result = await work(session);
      free.push(session);
      return result;
    } catch (error) {
      // An operation may be active in the session, and the key may have another handle by now, or be gone.
      found = [];
      await cryptoki.call("C_CloseSession", session).catch(() => {});
      throw error;
    }
  };

  /** One reader at a time: a session has one search. */
  let reading: Promise<unknown> = Promise.resolve();
  const readKeys = async (): Promise<readonly FoundKey[]> => {
    const next = reading.then(() => findKeys(cryptoki, first, mechanisms));
    reading = next.catch(() => {});
    return (found = await next);
  };
  const findKey = async (name: string): Promise<FoundKey> => {
    const known = found.find(({ described }) => described.key === name);
    if (known !== undefined) return known;
    const read = (await readKeys()).find(({ described }) => described.key === name);
    if (read !== undefined) return read;
    throw new TokenError("KEY_UNKNOWN", `the token has no key ${name} that can sign`);
  };

  return {
    keys: async () => (await readKeys()).map(({ described }) => described),

    async sign(name, alg, data) {
      const { handle, described } = await findKey(name);
      const way = described.algs.includes(alg) ? mechanismOf(alg, mechanisms) : undefined;
      if (way === undefined)
        throw new TokenError("ALGORITHM_UNKNOWN", `the key ${name} does not sign with ${alg}`);
      const input = Buffer.from(way.prepare(data));
      return withSession(async (session) => {
        const chosen = mechanism(way.type, way.parameters);
        await cryptoki.call("C_SignInit", session, chosen.buffer, handle);
        const [signature, length] = [Buffer.alloc(MAX_SIGNATURE), ulong(MAX_SIGNATURE)];
        await cryptoki.call("C_Sign", session, input, input.length, signature, length);
        chosen.points_to.at(0); // The parameters must live until here.
        return signature.subarray(0, Number(length.readBigUInt64LE()));
      });
    },
  };
}

async function findSlot(
  cryptoki: Cryptoki,
  { token_label, token_serial }: TokenOptions,
): Promise<bigint> {
  const [slots, count] = [Buffer.alloc(8 * MAX_SLOTS), ulong(MAX_SLOTS)];
  await cryptoki.call("C_GetSlotList", 1, slots, count);
  const matching: { readonly slot: bigint; readonly flags: bigint }[] = [];
  for (const slot of readUlongs(slots, Number(count.readBigUInt64LE()))) {
    const info = Buffer.alloc(TOKEN_INFO.size);
    await cryptoki.call("C_GetTokenInfo", slot, info);
    const text = ([from, to]: readonly [number, number]): string =>
      info
        .subarray(from, to)
        .toString("utf8")
        .replace(/[ \0]+$/, "");
    const isNamed = token_label === undefined || text(TOKEN_INFO.label) === token_label;
    const isNumbered = token_serial === undefined || text(TOKEN_INFO.serial) === token_serial;
    if (isNamed && isNumbered)
      matching.push({ slot, flags: info.readBigUInt64LE(TOKEN_INFO.flags_at) });
  }
  const [only, another] = matching;
  if (only === undefined)
    throw new TokenError("TOKEN_UNKNOWN", "no token with this label and serial number is present");
  if (another !== undefined)
    throw new TokenError("TOKEN_UNCLEAR", "several tokens match: name the token_serial of one");
  assertMayTryPin(only.flags);
  return only.slot;
}

/** The last attempt is left to an operator: with a wrong PIN it would lock the token. */
function assertMayTryPin(flags: bigint): void {
  if ((flags & CKF_USER_PIN_LOCKED) !== 0n)
    throw new TokenError("CKR_PIN_LOCKED", "the PIN of the token is locked");
  if ((flags & CKF_USER_PIN_FINAL_TRY) !== 0n)
    throw new TokenError(
      "PIN_NOT_TRIED",
      "one more wrong PIN would lock the token: log in with the right one by hand",
    );
}

async function listMechanisms(cryptoki: Cryptoki, slot: bigint): Promise<ReadonlySet<number>> {
  const [list, count] = [Buffer.alloc(8 * MAX_MECHANISMS), ulong(MAX_MECHANISMS)];
  await cryptoki.call("C_GetMechanismList", slot, list, count);
  return new Set(readUlongs(list, Number(count.readBigUInt64LE())).map(Number));
}

async function findKeys(
  cryptoki: Cryptoki,
  session: bigint,
  mechanisms: ReadonlySet<number>,
): Promise<readonly FoundKey[]> {
  const [privates, publics] = [
    await findObjects(cryptoki, session, CKO.PRIVATE_KEY),
    await findObjects(cryptoki, session, CKO.PUBLIC_KEY),
  ];
  const usable = privates.filter(({ signs, asks_pin }) => signs && !asks_pin);
  return usable.flatMap((one): readonly FoundKey[] => {
    const key = nameOf(one, usable);
    const peer = publics.find(({ id, key_type }) => {
      return id !== "" && id === one.id && key_type === one.key_type;
    });
    const half = (peer && readPublicKey(peer)) ?? readPublicKey(one);
    if (key === undefined || half === undefined) return [];
    const algs = algorithmsOf(half.kind).filter((alg) => mechanismOf(alg, mechanisms));
    return [{ described: { key, algs, public_key: half.jwk }, handle: one.handle }];
  });
}

/** The label, where no other key has it; otherwise the id in hexadecimal. Undefined where neither is unique. */
function nameOf(one: KeyObject, all: readonly KeyObject[]): string | undefined {
  const isOnly = (field: "label" | "id"): boolean =>
    one[field] !== "" && all.filter((other) => other[field] === one[field]).length === 1;
  if (isOnly("label")) return one.label;
  return isOnly("id") ? `id:${one.id}` : undefined;
}

interface KeyObject extends KeyAttributes {
  readonly handle: bigint;
  readonly label: string;
  /** In hexadecimal. */
  readonly id: string;
  readonly signs: boolean;
  /** Whether every signature asks for the PIN again, which a server cannot answer. */
  readonly asks_pin: boolean;
}

async function findObjects(
  cryptoki: Cryptoki,
  session: bigint,
  kind: number,
): Promise<readonly KeyObject[]> {
  const template = attributes([[CKA.CLASS, ulong(kind)]]);
  await cryptoki.call("C_FindObjectsInit", session, template.buffer, 1);
  const [handles, count] = [Buffer.alloc(8 * MAX_KEYS), ulong(0)];
  await cryptoki.call("C_FindObjects", session, handles, MAX_KEYS, count);
  await cryptoki.call("C_FindObjectsFinal", session);
  template.points_to.at(0); // The value must live until here.
  const objects: KeyObject[] = [];
  for (const handle of readUlongs(handles, Number(count.readBigUInt64LE())))
    objects.push(await readObject(cryptoki, session, handle));
  return objects;
}

async function readObject(cryptoki: Cryptoki, session: bigint, handle: bigint): Promise<KeyObject> {
  const read = (type: number): Promise<Buffer | undefined> =>
    readAttribute(cryptoki, session, { handle, type });
  const key_type = await read(CKA.KEY_TYPE);
  return {
    handle,
    label: (await read(CKA.LABEL))?.toString("utf8") ?? "",
    id: (await read(CKA.ID))?.toString("hex") ?? "",
    signs: isTrue(await read(CKA.SIGN)),
    asks_pin: isTrue(await read(CKA.ALWAYS_AUTHENTICATE)),
    key_type: key_type?.length === 8 ? Number(key_type.readBigUInt64LE()) : undefined,
    modulus: await read(CKA.MODULUS),
    public_exponent: await read(CKA.PUBLIC_EXPONENT),
    ec_params: await read(CKA.EC_PARAMS),
    ec_point: await read(CKA.EC_POINT),
  };
}

function isTrue(value: Buffer | undefined): boolean {
  return value?.[0] === 1;
}

/** Undefined where the object does not have the attribute, or keeps it to itself. */
async function readAttribute(
  cryptoki: Cryptoki,
  session: bigint,
  { handle, type }: { readonly handle: bigint; readonly type: number },
): Promise<Buffer | undefined> {
  const asked = attributes([[type, undefined]]);
  if (!(await isAvailable(cryptoki.call("C_GetAttributeValue", session, handle, asked.buffer, 1))))
    return undefined;
  const length = asked.buffer.readBigUInt64LE(16);
  if (length === UNAVAILABLE || length === 0n || length > MAX_ATTRIBUTE) return undefined;
  const value = Buffer.alloc(Number(length));
  const template = attributes([[type, value]]);
  await cryptoki.call("C_GetAttributeValue", session, handle, template.buffer, 1);
  return value;
}

const ABSENT: ReadonlySet<string> = new Set(["CKR_ATTRIBUTE_TYPE_INVALID", "0x11"]); // 0x11: CKR_ATTRIBUTE_SENSITIVE

async function isAvailable(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof TokenError && ABSENT.has(error.code)) return false;
    throw error;
  }
}
