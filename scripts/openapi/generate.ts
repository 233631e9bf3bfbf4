import { writeFileSync } from "node:fs";
import { generate } from "./generated.ts";

for (const { path, text } of generate().files) {
  writeFileSync(path, text);
  console.log(`wrote ${path}`);
}
