/** Why a call of the module or of its process failed. */
export class TokenError extends Error {
  override readonly name = "TokenError";
  /** The return value of PKCS#11, by its name, or a word of ours. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** PKCS#11 §3.6: the return values that operators meet. */
const names: ReadonlyMap<number, string> = new Map([
  [0x2, "CKR_HOST_MEMORY"],
  [0x3, "CKR_SLOT_ID_INVALID"],
  [0x5, "CKR_GENERAL_ERROR"],
  [0x6, "CKR_FUNCTION_FAILED"],
  [0x7, "CKR_ARGUMENTS_BAD"],
  [0x12, "CKR_ATTRIBUTE_TYPE_INVALID"],
  [0x30, "CKR_DEVICE_ERROR"],
  [0x31, "CKR_DEVICE_MEMORY"],
  [0x32, "CKR_DEVICE_REMOVED"],
  [0x54, "CKR_FUNCTION_NOT_SUPPORTED"],
  [0x60, "CKR_KEY_HANDLE_INVALID"],
  [0x63, "CKR_KEY_TYPE_INCONSISTENT"],
  [0x68, "CKR_KEY_FUNCTION_NOT_PERMITTED"],
  [0x70, "CKR_MECHANISM_INVALID"],
  [0x71, "CKR_MECHANISM_PARAM_INVALID"],
  [0x82, "CKR_OBJECT_HANDLE_INVALID"],
  [0x90, "CKR_OPERATION_ACTIVE"],
  [0xa0, "CKR_PIN_INCORRECT"],
  [0xa1, "CKR_PIN_INVALID"],
  [0xa2, "CKR_PIN_LEN_RANGE"],
  [0xa3, "CKR_PIN_EXPIRED"],
  [0xa4, "CKR_PIN_LOCKED"],
  [0xb0, "CKR_SESSION_CLOSED"],
  [0xb1, "CKR_SESSION_COUNT"],
  [0xb3, "CKR_SESSION_HANDLE_INVALID"],
  [0xe0, "CKR_TOKEN_NOT_PRESENT"],
  [0xe1, "CKR_TOKEN_NOT_RECOGNIZED"],
  [0x101, "CKR_USER_NOT_LOGGED_IN"],
  [0x102, "CKR_USER_PIN_NOT_INITIALIZED"],
  [0x190, "CKR_CRYPTOKI_NOT_INITIALIZED"],
]);

/** The error for a return value of a function. */
export function errorOf(call: string, value: number): TokenError {
  const code = names.get(value) ?? `0x${value.toString(16)}`;
  return new TokenError(code, `${call} returned ${code}`);
}

/** The PIN was refused, or may not be tried: another attempt with it could lock the token. */
export function isAboutPin({ code }: TokenError): boolean {
  return code.startsWith("CKR_PIN_") || code === "PIN_NOT_TRIED";
}
