import {
  coreOperations,
  deliveryMethods,
  type SsfConfiguration,
  ssfOperations,
} from "@latchkey/api";
import type { FeatureEndpoint } from "../../../feature/feature.ts";
import { json } from "../../../http/response.ts";
import { joinUrl } from "../../../openid/urls.ts";
import type { SignalsContext } from "../context.ts";
import type { StreamFacts } from "../rules/stream.ts";

/** GET /.well-known/ssf-configuration: SSF 1.0 §7.2. */
export const discoverSsf: FeatureEndpoint<SignalsContext> = (_, { config }) => {
  const issuer = config["urls.self.issuer"];
  const locate = ({ path }: { readonly path: string }): string => joinUrl(issuer, path);
  const configuration: SsfConfiguration = {
    spec_version: "1_0",
    issuer,
    jwks_uri: config["webfinger.oidc_discovery.jwks_url"] ?? locate(coreOperations.wellKnown),
    delivery_methods_supported: Object.values(deliveryMethods),
    configuration_endpoint: locate(ssfOperations.createSsfStream),
    status_endpoint: locate(ssfOperations.getSsfStatus),
    add_subject_endpoint: locate(ssfOperations.addSsfSubject),
    remove_subject_endpoint: locate(ssfOperations.removeSsfSubject),
    verification_endpoint: locate(ssfOperations.verifySsfStream),
    authorization_schemes: [{ spec_urn: "urn:ietf:rfc:6749" }],
    default_subjects: "ALL",
  };
  return json(200, configuration);
};

/** What the descriptions of streams need of the settings. */
export function streamFacts({ config }: SignalsContext): StreamFacts {
  const issuer = config["urls.self.issuer"];
  const { path } = ssfOperations.pollSsfStream;
  return {
    issuer,
    inactivity_timeout: config["signals.inactivity_timeout"],
    pollUrl: (stream_id) => joinUrl(issuer, path.replace("{stream_id}", stream_id)),
  };
}
