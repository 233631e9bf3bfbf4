import type { FailedSignInMethod } from "@latchkey/api";

/** RFC 8176: what was tried, in the history of the account. */
export function amrOf(method: FailedSignInMethod): readonly string[] {
  const value = values[method];
  return value === undefined ? [] : [value];
}

const values: Readonly<Record<FailedSignInMethod, string | undefined>> = {
  password: "pwd",
  passkey: "hwk",
  second_factor_passkey: "hwk",
  email_code: "otp",
  authenticator_app: "otp",
  recovery_code: "otp",
  provider: undefined,
};
