import type { Branding } from "@latchkey/api";

/** The body of a request for what the form holds: texts and colours that are empty are left out, and objects without any. */
export function withoutEmpty(draft: Branding): Branding {
  return prune(draft) ?? {};
}

function prune<T extends object>(value: T): T | undefined {
  const copy = { ...value };
  for (const [name, inner] of Object.entries(value)) {
    const kept: unknown = keep(inner);
    if (kept === undefined) Reflect.deleteProperty(copy, name);
    else Reflect.set(copy, name, kept);
  }
  return Object.keys(copy).length === 0 ? undefined : copy;
}

function keep(value: unknown): unknown {
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim();
  return typeof value === "object" && value !== null ? prune(value) : value;
}
