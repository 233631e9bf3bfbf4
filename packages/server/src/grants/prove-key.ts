import type { Context } from "../context/context.ts";
import type { Request } from "../http/request.ts";
import type { BearerRejection, PresentedToken } from "../oauth/bearer-token.ts";
import { bindingRejections, decideBinding } from "../oauth/binding/confirmation.ts";
import { proofRejections } from "../oauth/binding/dpop.ts";
import { type AuthenticatedClient, type Client, withConfirmation } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";
import type { Confirmation } from "../oauth/token-details.ts";
import { certificateOf } from "./client-certificate.ts";
import { verifyProof } from "./dpop.ts";
import { firstUseRateError } from "./first-use.ts";

/** The client with the key that its token request proves, which its tokens are bound to. */
export async function proveKey(
  client: AuthenticatedClient,
  request: Request,
  context: Context,
): Promise<Result<AuthenticatedClient, OAuthError>> {
  const dpop_required = context.config["oauth2.dpop.required"];
  const has_proof = request.headers["dpop"] !== undefined;
  const decision = decideBinding(
    client,
    { has_proof, certificate: certificateToBind(client, request, context) },
    { dpop_required },
  );
  if (!decision.ok) return err(describeRejection(bindingRejections, decision.error));
  switch (decision.value.kind) {
    case "unbound":
      return ok(client);
    case "bind":
      return ok(withConfirmation(client, decision.value.cnf));
    case "verify_proof":
      return bindToProof(client, request, context);
  }
}

/** RFC 8705 §4: any valid certificate will do; whether it authenticates the client is another question. */
function certificateToBind(
  client: AuthenticatedClient,
  request: Request,
  context: Context,
): string | undefined {
  if (!client.tls_client_certificate_bound_access_tokens) return undefined;
  const certificate = certificateOf(request, context);
  return certificate.ok ? certificate.value.thumbprint : undefined;
}

async function bindToProof(
  client: AuthenticatedClient,
  request: Request,
  context: Context,
): Promise<Result<AuthenticatedClient, OAuthError>> {
  const limited = firstUseRateError(client, request, context);
  if (limited !== undefined) return err(limited);
  const jkt = await verifyProof(request, client, context);
  return jkt.ok
    ? ok(withConfirmation(client, { jkt: jkt.value }))
    : err(describeRejection(proofRejections, jkt.error));
}

/** RFC 9449 §7, RFC 8705 §3: whether the caller at a resource has the key of its access token. Undefined when it has. */
export async function verifyPossession(
  { scheme, token, place }: PresentedToken,
  cnf: Confirmation | undefined,
  client: Pick<Client, "security_profile">,
  request: Request,
  context: Context,
): Promise<BearerRejection | undefined> {
  if (scheme === "DPoP") {
    if (cnf?.jkt === undefined) return { reason: "token_not_bound" };
    const jkt = await verifyProof(request, client, context, token);
    if (!jkt.ok) return { reason: "proof_rejected", rejection: jkt.error };
    return jkt.value === cnf.jkt ? undefined : { reason: "token_key_mismatch" };
  }
  if (cnf === undefined) return undefined;
  if (cnf.jkt !== undefined) return { reason: "token_bound_to_key" }; // RFC 9449 §7.2
  if (place === "query") return { reason: "bound_token_in_query" }; // FAPI 1.0 Baseline §6.2.1, for FAPI-CIBA
  const certificate = certificateOf(request, context);
  const isSame = certificate.ok && certificate.value.thumbprint === cnf["x5t#S256"];
  return isSame ? undefined : { reason: "token_certificate_mismatch" };
}
