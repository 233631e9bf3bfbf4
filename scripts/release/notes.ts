import { readFileSync } from "node:fs";
import { join } from "node:path";
import { releaseNotes } from "./release-notes.ts";

/** Prints the release notes of a tag. Fails when the tag, the packages and the changelog do not name the same version. */
const root = join(import.meta.dirname, "../..");
const { version }: { version: string } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
console.log(releaseNotes(process.argv[2] ?? "", version, changelog));
