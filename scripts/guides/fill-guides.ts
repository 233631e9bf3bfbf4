// npm run docs: fills the code blocks of docs/guides with the files of examples/. The console shows them from there.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../packages/cli/test/docs/block.ts";
import { filledPage, guidePages } from "./support/guide.ts";

for (const page of guidePages()) {
  writeFileSync(join(root, page), filledPage(page));
  console.log(`wrote ${page}`);
}
