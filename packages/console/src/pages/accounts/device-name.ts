/** `Firefox/Linux` as `Firefox on Linux`; what is not known is left out. */
export function deviceName(device: string): string {
  return device.split("/").filter(Boolean).join(" on ") || "Unknown device";
}

/** RFC 8176 §2, as far as the built-in pages use it. */
export function methodNames(amr: readonly string[]): string {
  const names = amr.filter((method) => method !== "user").map((method) => known[method] ?? method);
  return [...new Set(names)].join(", ");
}

const known: Readonly<Record<string, string>> = {
  pwd: "password",
  otp: "code",
  hwk: "passkey",
  swk: "passkey",
};
