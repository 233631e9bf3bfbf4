export type { Challenge } from "./challenge.ts";
export type { EndedTokensOptions } from "./ended-tokens.ts";
export type { ReplayStore } from "./dpop.ts";
export { answerMetadata, protect, type ProtectedHandler } from "./handler.ts";
export type { IntrospectionOptions } from "./introspection.ts";
export type { ProtectedRequest } from "./protected-request.ts";
export {
  createProtection,
  type Protection,
  type ProtectionOptions,
  type Requirements,
  type Verification,
} from "./protection.ts";
export type { ResourceMetadata } from "./resource-metadata.ts";
export type { VerifiedToken } from "./verified-token.ts";
