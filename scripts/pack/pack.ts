import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { localManifest } from "../release/package-source.ts";
import { packAll } from "./pack-all.ts";

/** Writes the tarballs of all packages to `dist/`, and a package.json that installs the command from them. */
const destination = join(import.meta.dirname, "../../dist");
rmSync(destination, { recursive: true, force: true });
mkdirSync(destination);
for (const tarball of packAll(destination)) console.log(`dist/${tarball}`);
writeFileSync(join(destination, "package.json"), localManifest());
