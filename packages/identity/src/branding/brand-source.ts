import type { Branding } from "@latchkey/api";
import { type Brand, createBrand } from "@latchkey/sign-in";
import { mergeBranding } from "./rules/branding-input.ts";
import type { StoredBranding } from "./store.ts";

/** How pages and mails look now. */
export interface BrandSource {
  /** What settings say. */
  readonly configured: Branding;
  /** With every change by any server that this one knows of. */
  load(): Promise<Brand>;
  /** The last that was loaded: for pages about errors, which cannot wait for a database. */
  current(): Brand;
}

export function createBrandSource(configured: Branding, stored: StoredBranding): BrandSource {
  let source: Branding | undefined;
  let brand = createBrand(configured);
  return {
    configured,
    async load() {
      const found = await stored.find();
      if (found !== source) {
        brand = createBrand(mergeBranding(configured, found));
        source = found;
      }
      return brand;
    },
    current: () => brand,
  };
}
