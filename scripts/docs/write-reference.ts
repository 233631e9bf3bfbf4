// npm run docs: writes the pages of docs/ that are generated from tables.
import { writeFileSync } from "node:fs";
import { features } from "../../packages/cli/src/features.ts";
import { loadFeatures } from "../../packages/server/src/feature/load-features.ts";
import { pages } from "../../packages/server/src/reference/pages.ts";

const loaded = await loadFeatures(features);

for (const [name, render] of Object.entries(pages)) {
  writeFileSync(new URL(`../../docs/${name}`, import.meta.url), render(loaded));
}
