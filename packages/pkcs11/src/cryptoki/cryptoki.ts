import koffi from "koffi";
import { errorOf } from "../rules/errors.ts";

/**
 * A PKCS#11 module: its functions, called in threads of koffi's. Everything is passed in buffers that are laid out here, as C
 * compilers do on 64-bit Linux and macOS: CK_ULONG and pointers have 8 bytes, and structures no packing.
 */
export interface Cryptoki {
  /** Calls a function. Rejects unless it returns CKR_OK. */
  readonly call: (name: FunctionName, ...given: readonly Argument[]) => Promise<void>;
}

/** A number is a CK_ULONG; bytes are passed by reference, and null as a null pointer. */
type Argument = number | bigint | Buffer | null;

const ULONG = 8;

/** The functions that are used: their place in CK_FUNCTION_LIST (PKCS#11 §3.4), and what they take. */
const functions = {
  C_Initialize: [0, ["void *"]],
  C_GetSlotList: [4, ["uint8", "void *", "void *"]],
  C_GetTokenInfo: [6, ["ulong", "void *"]],
  C_GetMechanismList: [7, ["ulong", "void *", "void *"]],
  C_OpenSession: [12, ["ulong", "ulong", "void *", "void *", "void *"]],
  C_CloseSession: [13, ["ulong"]],
  C_Login: [18, ["ulong", "ulong", "void *", "ulong"]],
  C_GetAttributeValue: [24, ["ulong", "ulong", "void *", "ulong"]],
  C_FindObjectsInit: [26, ["ulong", "void *", "ulong"]],
  C_FindObjects: [27, ["ulong", "void *", "ulong", "void *"]],
  C_FindObjectsFinal: [28, ["ulong"]],
  C_SignInit: [42, ["ulong", "void *", "ulong"]],
  C_Sign: [43, ["ulong", "void *", "ulong", "void *", "void *"]],
} as const;

type FunctionName = keyof typeof functions;

/** CK_FUNCTION_LIST begins with CK_VERSION, two bytes and six of padding. */
const FIRST_FUNCTION = 8;

/** CK_C_INITIALIZE_ARGS: four function pointers, flags, and a reserved pointer. */
const INITIALIZE_ARGS = { size: 6 * ULONG, flags_at: 4 * ULONG } as const;
/** The module locks with the functions of the operating system: it is called from several threads. */
const CKF_OS_LOCKING_OK = 2n;

/** Loads and initializes a module. One process loads one. */
export async function loadCryptoki(library: string): Promise<Cryptoki> {
  if (process.platform === "win32" || koffi.sizeof("ulong") !== ULONG)
    throw new Error("PKCS#11 is supported on 64-bit Linux and macOS.");
  const getFunctionList = koffi.load(library).func("C_GetFunctionList", "ulong", ["void *"]);
  const list = Buffer.alloc(ULONG);
  const result: unknown = getFunctionList(list);
  if (Number(result) !== 0) throw errorOf("C_GetFunctionList", Number(result));
  const base = list.readBigUInt64LE();

  const bound = new Map<string, AsyncFunction>();
  for (const [name, [index, parameters]] of Object.entries(functions)) {
    const address: unknown = koffi.decode(base, FIRST_FUNCTION + ULONG * index, "uint64");
    if (typeof address !== "number" && typeof address !== "bigint")
      throw new Error(`The module has no function ${name}.`);
    const prototype = koffi.proto("ulong", [...parameters]);
    bound.set(name, koffi.decode(BigInt(address), prototype));
  }

  const cryptoki: Cryptoki = {
    call: (name, ...given) =>
      new Promise((resolve, reject) => {
        bound.get(name)?.async(...given, (error: unknown, returned: unknown) => {
          // `given` is named here so that the buffers live until the call is over: koffi sees those within others as numbers.
          if (error !== null && error !== undefined)
            reject(new Error(`${name} with ${given.length} arguments failed`, { cause: error }));
          else if (Number(returned) === 0) resolve();
          else reject(errorOf(name, Number(returned)));
        });
      }),
  };
  const initializing = Buffer.alloc(INITIALIZE_ARGS.size);
  initializing.writeBigUInt64LE(CKF_OS_LOCKING_OK, INITIALIZE_ARGS.flags_at);
  await cryptoki.call("C_Initialize", initializing);
  return cryptoki;
}

/** A CK_ULONG in a buffer. */
export function ulong(value: number | bigint): Buffer {
  return ulongs([value]);
}

/** Several of them, one after another. */
function ulongs(values: readonly (number | bigint)[]): Buffer {
  const buffer = Buffer.alloc(ULONG * values.length);
  for (const [index, value] of values.entries())
    buffer.writeBigUInt64LE(BigInt(value), ULONG * index);
  return buffer;
}

/** The values of a buffer of CK_ULONGs. */
export function readUlongs(buffer: Buffer, count = buffer.length / ULONG): readonly bigint[] {
  return Array.from({ length: count }, (_, index) => buffer.readBigUInt64LE(ULONG * index));
}

/** A structure with a pointer in it, and the bytes that it points to, which must live as long. */
export interface WithPointer {
  readonly buffer: Buffer;
  readonly points_to: readonly Buffer[];
}

/** A CK_MECHANISM. */
export function mechanism(type: number, parameters: readonly number[]): WithPointer {
  const pointed = ulongs(parameters);
  const address = parameters.length === 0 ? 0n : koffi.address(pointed);
  return { buffer: ulongs([type, address, pointed.length]), points_to: [pointed] };
}

/** An array of CK_ATTRIBUTE: type, pointer and length of each. A length alone has a null pointer. */
export function attributes(
  list: readonly (readonly [type: number, value: Buffer | undefined])[],
): WithPointer {
  const fields = list.flatMap(([type, value]) => [
    BigInt(type),
    value === undefined ? 0n : koffi.address(value),
    BigInt(value?.length ?? 0),
  ]);
  return { buffer: ulongs(fields), points_to: list.flatMap(([, value]) => value ?? []) };
}

/** A function of koffi's, with a callback behind its arguments. */
interface AsyncFunction {
  readonly async: (...given: readonly unknown[]) => void;
}
