// npm run docs: writes the pages of docs/ that are generated from tables.
import { writeFileSync } from "node:fs";
import { pages } from "./pages.ts";

for (const [name, render] of Object.entries(pages)) {
  writeFileSync(new URL(`../../../../docs/${name}`, import.meta.url), render());
}
