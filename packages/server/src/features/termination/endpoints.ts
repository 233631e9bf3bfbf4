import type * as api from "@latchkey/api";
import { read, terminationHolders, type TerminationHolder, terminationInput } from "@latchkey/api";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { readJson } from "../../http/json.ts";
import { refuse } from "../../http/refuse.ts";
import { json } from "../../http/response.ts";
import { describeProblem, type OAuthError } from "../../oauth/oauth-error.ts";
import type { EndableKind } from "../../oauth/ending.ts";
import type { TerminationContext } from "./context.ts";
import { countHeld, endEverything as endAll, type Holder } from "./end-everything.ts";

/** POST /terminations. */
export const endEverything: FeatureEndpoint<TerminationContext> = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const input = read(terminationInput, body.value);
  if (!input.ok) return refuse(describeProblem(input.error), request, context);
  const named = await findHolder(input.value, context);
  if (named === undefined) return refuse(holderMissing, request, context);
  const { dry_run = false } = input.value;
  const { ended_before, counts, complete } = await (dry_run
    ? countHeld(named, context)
    : endAll(named, context));
  const answer: api.Termination = { dry_run, ended_before, ended: counts, complete };
  return json(200, answer);
};

/** Undefined unless exactly one is named. */
async function findHolder(
  input: api.TerminationInput,
  { store, now }: TerminationContext,
): Promise<Holder | undefined> {
  const named = holderNames.flatMap((field) => {
    const name = input[field];
    return name === undefined || name === "" ? [] : [{ kind: kinds[field], name }];
  });
  const [holder, ...more] = named;
  if (holder === undefined || more.length > 0) return undefined;
  if (holder.kind !== "session") return holder;
  // The grants of a session are found by its user.
  const session = await store.login_sessions.find(holder.name, now());
  return { ...holder, subject: session?.subject };
}

const kinds = {
  subject: "subject",
  session_id: "session",
  client_id: "client",
  grant_id: "grant",
  audience: "audience",
} as const satisfies Readonly<Record<TerminationHolder, EndableKind>>;

const holderNames = Object.keys(terminationHolders).filter((name) => isHolder(name));

function isHolder(name: string): name is TerminationHolder {
  return Object.hasOwn(terminationHolders, name);
}

const holderMissing: OAuthError = {
  error: "invalid_request",
  error_description: `Send exactly one of ${Object.keys(terminationHolders).join(", ")}.`,
};
