// npm run docs: writes the pages of docs/ that are generated from tables.
import { writeFileSync } from "node:fs";
import { loadFeatures } from "../feature/load-features.ts";
import { standardFeatures } from "../features/standard.ts";
import { pages } from "./pages.ts";

const features = await loadFeatures(standardFeatures);

for (const [name, render] of Object.entries(pages)) {
  writeFileSync(new URL(`../../../../docs/${name}`, import.meta.url), render(features));
}
