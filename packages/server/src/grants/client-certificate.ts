import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";
import {
  type ChainVerification,
  readCertificate,
  thumbprintOf,
} from "../crypto/binding/certificate.ts";
import type { PresentedCertificate, Request } from "../http/request.ts";
import {
  type CertificateRejection,
  type ClientCertificate,
  verifyIssuedCertificate,
  verifyValidity,
} from "../oauth/binding/client-certificate.ts";
import type { Client, ClientAuthMethod } from "../oauth/client.ts";
import { err, ok, type Result } from "../result.ts";
import { findClientKey } from "./client-keys.ts";

/** RFC 8705: the TLS client certificate of a request, if it is valid now. Who issued it does not matter here. */
export function certificateOf(
  { certificate: presented }: Request,
  context: Context,
): Result<ClientCertificate, CertificateRejection> {
  if (presented === undefined) return err({ reason: "certificate_missing" });
  const certificate =
    presented === "malformed"
      ? undefined
      : readCertificate(presented.der, verificationOf(presented, context));
  if (certificate === undefined) return err({ reason: "certificate_malformed" });
  const rejection = verifyValidity(certificate, context.now());
  return rejection === undefined ? ok(certificate) : err(rejection);
}

/** TLS of this server verifies the authority in the handshake; for a header it is verified here, or the proxy did it. */
function verificationOf(
  { is_chain_verified }: Exclude<PresentedCertificate, "malformed">,
  { authorities, config, now }: Context,
): ChainVerification {
  return config["serve.mtls.certificates"] === "header" && authorities !== undefined
    ? { authorities, now: now() }
    : { is_chain_verified };
}

/** RFC 8705 §2: whether the certificate of a request authenticates the client. Undefined when it does. */
export async function verifyClientCertificate(
  client: Client,
  request: Request,
  context: Context,
): Promise<CertificateRejection | undefined> {
  const certificate = certificateOf(request, context);
  if (!certificate.ok) return certificate.error;
  if (client.token_endpoint_auth_method === "tls_client_auth")
    return verifyIssuedCertificate(certificate.value, client);
  return verifyRegistered(certificate.value, client, context);
}

/** §2.2: the certificate is one of those that the client registered. */
async function verifyRegistered(
  { thumbprint }: ClientCertificate,
  client: Client,
  context: Context,
): Promise<CertificateRejection | undefined> {
  const found = await findClientKey(
    client,
    ({ x5c: [first] = [] }) =>
      first !== undefined && thumbprintOf(Buffer.from(first, "base64")) === thumbprint,
    context,
  );
  if (found.ok && found.value) return undefined;
  return found.ok
    ? { reason: "certificate_not_registered" }
    : { reason: "certificate_not_registered", detail: found.error };
}

/** The authentication methods with a certificate that work with these settings. */
export function tlsAuthMethods(config: Config): readonly ClientAuthMethod[] {
  const source = config["serve.mtls.certificates"];
  if (source === "off") return [];
  const isChainVerified =
    (config["serve.mtls.ca.path"] ?? config["serve.mtls.ca.base64"]) !== undefined ||
    (source === "header" && config["serve.mtls.header.chain_verified"]);
  return isChainVerified
    ? ["tls_client_auth", "self_signed_tls_client_auth"]
    : ["self_signed_tls_client_auth"];
}
