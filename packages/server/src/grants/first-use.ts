import { hash } from "node:crypto";
import type { Context } from "../context/context.ts";

/**
 * Whether something that may be used once, such as the `jti` of a JWT, is used for the first time on any server. Its names
 * distinguish it from everything else; it is stored until the unix second `expires_at`, and only as a digest.
 */
export function isFirstUse(
  names: readonly string[],
  expires_at: number,
  { store }: Pick<Context, "store">,
): Promise<boolean> {
  const digest = Buffer.from(hash("sha256", JSON.stringify(names), "hex"), "hex");
  return store.seen_assertions.remember(digest, expires_at);
}
