// npm run docs: fills the code blocks of docs/guides with the files of examples/, and writes those that the console shows.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../packages/cli/test/docs/block.ts";
import { CONSOLE_GUIDES, consoleGuides } from "./support/console-guides.ts";
import { filledPage, guidePages } from "./support/guide.ts";

for (const page of guidePages()) {
  writeFileSync(join(root, page), filledPage(page));
  console.log(`wrote ${page}`);
}

writeFileSync(join(root, CONSOLE_GUIDES), consoleGuides());
console.log(`wrote ${CONSOLE_GUIDES}`);
