import { textSetting } from "../config/setting.ts";
import { operations } from "@latchkey/api";
import type { Context } from "../context/context.ts";
import { isFreshNonce, NONCE_LIFESPAN, writeNonce } from "../crypto/binding/dpop-nonce.ts";
import { verifyProofSignature } from "../crypto/binding/dpop-proof.ts";
import { CLOCK_LEEWAY } from "../crypto/jwt.ts";
import type { Request } from "../http/request.ts";
import type { Response } from "../http/response.ts";
import { type ProofRejection, proofRejections, verifyProofClaims } from "../oauth/binding/dpop.ts";
import { signingAlgorithms } from "../oauth/algorithms.ts";
import type { Client } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { acceptedAlgorithms, profileOf } from "../oauth/profiles/profile.ts";
import { describeRejection } from "../oauth/rejection.ts";
import { err, ok, type Result } from "../result.ts";
import { joinUrl } from "../openid/urls.ts";
import { isFirstUse } from "./first-use.ts";

/**
 * RFC 9449 §4.3: verifies the DPoP proof of a client's request, and returns the thumbprint of its key. A proof is valid once.
 */
export async function verifyProof(
  request: Request,
  client: Pick<Client, "security_profile">,
  context: Context,
  access_token?: string,
): Promise<Result<string, ProofRejection>> {
  const header = request.headers["dpop"];
  if (header === undefined) return err({ reason: "proof_missing" });
  const { config, signer, now } = context;
  const profile = profileOf(client, config["security.profile"]);
  const algorithms = acceptedAlgorithms(profile, signingAlgorithms);
  const signed = await verifyProofSignature(header, algorithms);
  if (!signed.ok) return signed;
  const { claims, jkt } = signed.value;
  const proof = verifyProofClaims(claims, {
    method: request.method,
    urls: urlsOf(request.path, context),
    now: now(),
    iat_window: config["oauth2.dpop.iat_window"],
    leeway: CLOCK_LEEWAY,
    nonce_lifespan: NONCE_LIFESPAN,
    acceptsNonce:
      config["oauth2.dpop.nonce"] === "required"
        ? (nonce) => isFreshNonce(signer, nonce, now())
        : undefined,
    access_token,
  });
  if (!proof.ok) return proof;
  const { jti, expires_at } = proof.value;
  const isNew = await isFirstUse(["dpop", jkt, jti], expires_at, context);
  return isNew ? ok(jkt) : err({ reason: "proof_replayed" });
}

/** The URLs by which clients reach a path: behind a proxy the request does not have them, so they come from the settings. */
function urlsOf(path: string, { config, admin_url }: Context): readonly string[] {
  const bases = [
    config["urls.self.issuer"],
    config["urls.self.public"],
    config["serve.mtls.url"],
    admin_url,
  ];
  const located = bases.flatMap((base) => (base === undefined ? [] : joinUrl(base, path)));
  const setting = replacements.get(path);
  const advertised = setting && textSetting(config, setting);
  return advertised ? [advertised, ...located] : located;
}

/** The settings that publish another URL for an endpoint, by its path. */
const replacements = new Map(
  Object.values(operations)
    .filter(({ dpop }) => dpop)
    .map(({ path, discovery }) => [path, discovery?.replaced_by]),
);

/**
 * RFC 9449 §10.1: the key that a pushed authorization request binds its code to: that of its DPoP header, or its parameter
 * `dpop_jkt`. Where it has both, they must be the same.
 */
export async function pushedKeyOf(
  request: Request,
  dpop_jkt: string | undefined,
  client: Pick<Client, "security_profile">,
  context: Context,
): Promise<Result<string | undefined, OAuthError>> {
  if (request.headers["dpop"] === undefined) return ok(dpop_jkt);
  const jkt = await verifyProof(request, client, context);
  if (!jkt.ok) return err(describeRejection(proofRejections, jkt.error));
  return dpop_jkt === undefined || dpop_jkt === jkt.value
    ? jkt
    : err(describeRejection(proofRejections, { reason: "dpop_jkt_mismatch" }));
}

/** RFC 9449 §8.2: adds the nonce for the next proof to a response, where nonces are required. */
export function offerNonce(response: Response, context: Context): Response {
  if (context.config["oauth2.dpop.nonce"] !== "required") return response;
  const { headers } = response;
  const nonce = writeNonce(context.signer, context.now());
  return { ...response, headers: { ...headers, "DPoP-Nonce": nonce } };
}
