import type { JsonObject } from "@latchkey/api";

/** A user who has passed at least one step of a sign-in. */
export interface Progress {
  readonly subject: string;
  readonly remember: boolean;
  /** RFC 8176: what was used so far. */
  readonly amr: readonly string[];
  /** The user came from another server, too. */
  readonly arrival_id?: string | undefined;
}

/** As a form carries it from step to step, signed. */
export function writeProgress({ subject, remember, amr, arrival_id }: Progress): JsonObject {
  return { subject, remember, amr: [...amr], ...(arrival_id !== undefined && { arrival_id }) };
}

export function readProgress(state: JsonObject | undefined): Progress | undefined {
  const { subject, remember, amr, arrival_id } = state ?? {};
  if (typeof subject !== "string" || !Array.isArray(amr)) return undefined;
  return {
    subject,
    remember: remember === true,
    amr: amr.map(String),
    arrival_id: typeof arrival_id === "string" ? arrival_id : undefined,
  };
}
