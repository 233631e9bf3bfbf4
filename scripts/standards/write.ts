import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readClients, readSpecifications } from "./specification.ts";
import { standardsPage } from "./standards-page.ts";

const page = join(import.meta.dirname, "../../docs/standards.md");
writeFileSync(page, standardsPage(readSpecifications(), readClients()));
console.log(`wrote ${page}`);
