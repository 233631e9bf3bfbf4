import type { Messages } from "../messages/messages-type.ts";
import type { ProviderFailure, ProviderWait } from "./service.ts";

/** What the user can do about a sign-in with a provider that does not go on. */
export function describeFailure(
  failed: Pick<ProviderFailure, "kind"> | Pick<ProviderWait, "kind" | "seconds">,
  provider: string,
  { federation, wait }: Messages,
): string {
  return failed.kind === "wait" ? wait(failed.seconds) : federation[failed.kind](provider);
}
