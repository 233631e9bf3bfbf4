import * as v from "valibot";
import { jsonWebKeySet } from "../json-web-key.ts";
import { access, healthStatus, version, wellKnown } from "../service.ts";
import { systemSecrets } from "../system-secrets.ts";
import { adminOperation, clientOperation } from "./kinds.ts";
import type { Operation } from "./operation.ts";

const metadata = {
  ...clientOperation,
  cors: "everyone",
  stores_before_authentication: false,
  assertion_audience: false,
} as const;

export const serviceOperations = {
  wellKnown: {
    ...metadata,
    method: "GET",
    path: "/.well-known/jwks.json",
    success: 200,
    response: jsonWebKeySet,
    errors: [500],
    title: "Get the public keys",
    summary: "Returns the public keys that verify ID tokens and JWT access tokens.",
  },
  discoverOpenIDConfiguration: {
    ...metadata,
    method: "GET",
    path: "/.well-known/openid-configuration",
    success: 200,
    response: wellKnown,
    errors: [401, 500],
    title: "Get the OpenID Connect discovery document",
    summary: "Returns the discovery document of OpenID Connect.",
  },
  discoverOAuth2AuthorizationServer: {
    ...metadata,
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    success: 200,
    response: wellKnown,
    errors: [500],
    title: "Get the authorization server metadata",
    summary: "Returns the same document where OAuth clients look for it: RFC 8414.",
    description:
      "Where the issuer has a path, both documents are also served at the paths that RFC 8414 §3.1 and OpenID Connect Discovery §4.1 make of it.",
  },
  getSystemSecrets: {
    ...adminOperation,
    method: "GET",
    path: "/system-secrets",
    success: 200,
    response: systemSecrets,
    errors: [401, 403, 500],
    access: "read",
    title: "Compare the secrets of the servers",
    summary:
      "Returns which system secrets the running servers have, by fingerprint, to rotate them safely.",
    description:
      "Servers report every 15 seconds; one that has not for a minute counts as stopped. `latchkey doctor` explains the response.",
  },
  isInstanceAlive: {
    ...adminOperation,
    method: "GET",
    also_public: true,
    path: "/health/alive",
    success: 200,
    response: healthStatus,
    errors: [500],
    access: "open",
    title: "Check that the server is alive",
    summary: "Reports that this instance accepts requests, whatever the state of its database.",
  },
  isInstanceReady: {
    ...clientOperation,
    method: "GET",
    path: "/health/ready",
    success: 200,
    response: healthStatus,
    errors: [503],
    cors: "none",
    stores_before_authentication: false,
    assertion_audience: false,
    title: "Check that the server is ready",
    summary: "Reports that this instance and everything it depends on respond.",
  },
  prometheus: {
    ...adminOperation,
    method: "GET",
    path: "/metrics/exporter",
    also_at: ["/metrics/prometheus"],
    success: 200,
    response: v.string(),
    errors: [],
    access: "read",
    title: "Get the metrics",
    summary: "Returns the metrics of this instance in the Prometheus text format.",
  },
  getVersion: {
    ...adminOperation,
    method: "GET",
    path: "/version",
    success: 200,
    response: version,
    errors: [],
    access: "read",
    title: "Get the version",
    summary: "Returns the version of the service.",
  },
  getAccess: {
    ...adminOperation,
    method: "GET",
    path: "/access",
    success: 200,
    response: access,
    errors: [401, 403, 500],
    access: "read",
    title: "Get the scopes of the API key",
    summary: "Returns what the API key of the caller may do.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
