import { writeFileSync } from "node:fs";
import { generate, type GeneratedFile, generateMethodDocs } from "./generated.ts";

const write = ({ path, text }: GeneratedFile): void => writeFileSync(path, text);

write(generateMethodDocs());
for (const file of generate().files) {
  write(file);
  console.log(`wrote ${file.path}`);
}
