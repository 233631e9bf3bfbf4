import type { Access } from "../access.ts";
import type { HealthStatus } from "../health.ts";
import type { JsonWebKeySet } from "../json-web-key.ts";
import type { Version } from "../version.ts";
import type { WellKnown } from "../well-known.ts";
import type { NoInput, Table } from "./operation.ts";

/** Discovery, health, metrics and version. */
export interface ServiceOperations {
  /** Shows the public keys that verify ID tokens and JWT access tokens. */
  wellKnown: { input: NoInput; output: JsonWebKeySet };
  /** Describes the server as OpenID Connect Discovery asks. */
  discoverOpenIDConfiguration: { input: NoInput; output: WellKnown };
  /** Says that this instance accepts requests, whatever its database does. */
  isInstanceAlive: { input: NoInput; output: HealthStatus };
  /** Says that this instance and all it depends on respond. */
  isInstanceReady: { input: NoInput; output: HealthStatus };
  /** Shows the metrics of this instance in the Prometheus text format. */
  prometheus: { input: NoInput; output: string };
  /** Names the version of the service. */
  getVersion: { input: NoInput; output: Version };
  /** Says what the API key of the caller may do. */
  getAccess: { input: NoInput; output: Access };
}

/** How they travel. */
export const serviceOperations: Table<ServiceOperations> = {
  wellKnown: {
    tag: "public",
    method: "GET",
    path: "/.well-known/jwks.json",
    success: 200,
    errors: [500],
    access: "open",
    summary: "Shows the public keys that verify ID tokens and JWT access tokens.",
  },
  discoverOpenIDConfiguration: {
    tag: "public",
    method: "GET",
    path: "/.well-known/openid-configuration",
    success: 200,
    errors: [401, 500],
    access: "open",
    summary: "Describes the server as OpenID Connect Discovery asks.",
  },
  isInstanceAlive: {
    tag: "admin",
    method: "GET",
    path: "/health/alive",
    success: 200,
    errors: [500],
    access: "open",
    summary: "Says that this instance accepts requests, whatever its database does.",
  },
  isInstanceReady: {
    tag: "public",
    method: "GET",
    path: "/health/ready",
    success: 200,
    errors: [503],
    access: "open",
    summary: "Says that this instance and all it depends on respond.",
  },
  prometheus: {
    tag: "admin",
    method: "GET",
    path: "/metrics/exporter",
    success: 200,
    errors: [],
    access: "read",
    summary: "Shows the metrics of this instance in the Prometheus text format.",
  },
  getVersion: {
    tag: "admin",
    method: "GET",
    path: "/version",
    success: 200,
    errors: [],
    access: "read",
    summary: "Names the version of the service.",
  },
  getAccess: {
    tag: "admin",
    method: "GET",
    path: "/access",
    success: 200,
    errors: [401, 403, 500],
    access: "read",
    summary: "Says what the API key of the caller may do.",
  },
};
