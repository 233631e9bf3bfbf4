import type { Context } from "../../src/context/context.ts";
import type { TerminationContext } from "../../src/features/termination/context.ts";

/** The context of a server that can end everything. */
export function withTermination(context: Context): TerminationContext {
  if (!hasTermination(context)) throw new Error("The server cannot end everything.");
  return context;
}

function hasTermination(context: Context): context is TerminationContext {
  return "termination" in context;
}
