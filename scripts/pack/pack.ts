import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { packAll } from "./pack-all.ts";

const destination = join(import.meta.dirname, "../../dist");
mkdirSync(destination, { recursive: true });
for (const tarball of packAll(destination)) console.log(`dist/${tarball}`);
