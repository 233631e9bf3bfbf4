import {
  explainOutboundRejection,
  explainUrlRefusal,
  type Outbound,
} from "@latchkey/server/feature/endpoints";
import { type ProviderRecord, requestedUrlsOf } from "./rules/identity-provider.ts";

/** What sends the requests. */
type Sender = Pick<Outbound, "checkHost" | "request">;

/**
 * Why users cannot sign in with a provider now, as far as shows without one of them: its discovery document cannot be had, or an
 * endpoint has no address. Undefined where nothing shows. Takes as long as an outbound request may.
 */
export async function findProviderProblem(
  provider: ProviderRecord,
  sender: Sender,
): Promise<string | undefined> {
  if (!provider.enabled) return undefined;
  const { issuer } = provider;
  const problem = await (issuer === undefined
    ? endpointProblem(requestedUrlsOf(provider), sender)
    : discoveryProblem(issuer, sender));
  return problem && `Users cannot sign in with it now. ${problem}`;
}

/** Of a provider whose endpoints are written down. */
async function endpointProblem(
  urls: readonly string[],
  sender: Sender,
): Promise<string | undefined> {
  const problems = await Promise.all(urls.map((url) => hostProblem(url, sender)));
  return problems.find((one) => one !== undefined);
}

async function hostProblem(url: string, { checkHost }: Sender): Promise<string | undefined> {
  const checked = await checkHost(url, "registered");
  return checked.ok ? undefined : explainUrlRefusal(checked.error);
}

/** OpenID Connect Discovery §4. */
async function discoveryProblem(
  issuer: string,
  { checkHost, request }: Sender,
): Promise<string | undefined> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const reply = await request(url, { headers: { accept: "application/json" } }, "registered");
  if (reply.ok) {
    const { status } = reply.value;
    return status === 200 ? undefined : `${url} responded ${status}.`;
  }
  const { error } = reply;
  // With what would help.
  const isRefused = error.reason === "address_refused" || error.reason === "scheme_refused";
  const why = isRefused ? await hostProblem(url, { checkHost, request }) : undefined;
  return why ?? explainOutboundRejection(error);
}
