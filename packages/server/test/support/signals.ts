import type { Context } from "../../src/context/context.ts";
import type { SignalsContext } from "../../src/features/signals/context.ts";

/** The context of a server, as its feature for events sees it. */
export function signalsOf(context: Context): SignalsContext {
  if (!hasSignals(context)) throw new Error("The server has no signals.");
  return context;
}

function hasSignals(context: Context): context is SignalsContext {
  return "signals" in context;
}
