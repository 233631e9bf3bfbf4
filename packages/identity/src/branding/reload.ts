import { isDeepStrictEqual } from "node:util";
import type { ReloadedPart } from "@latchkey/server/feature";
import type { IdentityContext } from "../context.ts";
import { createBrandSource } from "./brand-source.ts";
import { readConfiguredBranding } from "./files.ts";

/** The settings that name files, by the fields of what the files contain. */
const files = {
  logo: "branding.logo",
  logo_dark: "branding.logo_dark",
  css: "branding.css",
} as const;

/** The branding of other settings, and of files that have changed. Throws a SettingFileError. */
export async function reloadBranding(
  config: IdentityContext["config"],
  context: IdentityContext,
): Promise<ReloadedPart | undefined> {
  const { brand: present, store } = context.identity;
  const configured = readConfiguredBranding(config);
  if (isDeepStrictEqual(configured, present.configured)) return undefined;
  const brand = createBrandSource(configured, store.branding);
  await brand.load(); // Pages about errors do not wait for it.
  const changed_files = Object.entries(files).flatMap(([field, key]) => {
    const isSameFile = config[key] === context.config[key];
    const hasChanged = Reflect.get(configured, field) !== Reflect.get(present.configured, field);
    return isSameFile && hasChanged ? [key] : [];
  });
  return { part: { brand }, changed_files };
}
