import type { IdentityContext } from "../../../identity/src/context.ts";
import type { Context } from "../../src/context/context.ts";

/** The context of a server that has accounts. */
export function withIdentity(context: Context): IdentityContext {
  if (!hasIdentity(context)) throw new Error("The server has no accounts.");
  return context;
}

function hasIdentity(context: Context): context is IdentityContext {
  return "identity" in context;
}
