import {
  brandingOperations,
  federationOperations,
  identityOperations,
  identityPages,
} from "@latchkey/api";
import { type Config, type ConfigOf, defineFeature } from "@latchkey/server/feature";
import type { BrandingConfig } from "./branding/settings.ts";
import { checkMail } from "./mail/settings.ts";
import { checkRegistration } from "./registration/settings.ts";
import { identitySettings } from "./settings.ts";

/** Users who sign in on pages of this server, with accounts that administrators create. */
export const identity = defineFeature({
  name: "identity",
  operations: { ...identityOperations, ...brandingOperations, ...federationOperations },
  pages: identityPages,
  settings: identitySettings,
  check: (config: IdentityConfig) => [...checkMail(config), ...checkRegistration(config)],
  readFiles: async (config: BrandingConfig) =>
    (await import("./branding/files.ts")).readConfiguredBranding(config),
  load: async () => (await import("./code.ts")).code,
});

type IdentityConfig = Config & ConfigOf<typeof identitySettings>;
