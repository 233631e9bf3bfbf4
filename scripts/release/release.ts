/**
 * `npm run release -- --dry-run` does everything for a release except publishing it, and leaves it in `dist/`: tarballs that were
 * installed and started in an empty folder, the container image, the software bill of materials, checksums, release notes. Without
 * the flag it then publishes the packages. `--without-image` leaves out the image, which a machine without Docker cannot build.
 */

import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, cpSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findProgram } from "../../packages/server/test/support/programs.ts";
import { readManifest } from "../pack/manifest.ts";
import { packageNames, tarballOf } from "./package-source.ts";
import { releaseNotes } from "./release-notes.ts";
import { tryServer } from "./try-server.ts";

const root = join(import.meta.dirname, "../..");
const dist = join(root, "dist");
const { version } = readManifest(root);

const { values: flags } = parseArgs({
  options: { "dry-run": { type: "boolean" }, "without-image": { type: "boolean" } },
});

await step("versions and notes", () => {
  for (const folder of readdirSync(join(root, "packages"))) {
    const manifest = readManifest(join(root, "packages", folder));
    if (manifest.version !== version)
      throw new Error(`${manifest.name} has version ${manifest.version}, not ${version}.`);
  }
  return `v${version}, ${notes().split("\n").length} lines of notes`;
});

await step("work tree", () => {
  const changed = run("git", ["status", "--porcelain"]);
  if (changed !== "") throw new Error(`Commit or remove these first:\n${changed}`);
  return run("git", ["log", "-1", "--format=%h %s"]);
});

await step("tarballs", () => {
  run("npm", ["run", "pack"]);
  return `${packageNames.length} packages in dist/`;
});

await step("install in an empty folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-release-"));
  try {
    cpSync(dist, folder, { recursive: true });
    run("npm", ["install", "--no-audit", "--no-fund"], folder);
    return await tryServer(folder, version);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

await step("container image", () => {
  if (flags["without-image"] === true) return "left out, by --without-image";
  const builder = findProgram(["docker", "podman", "buildah"]);
  if (builder === undefined) throw new Error("There is no docker, podman or buildah here.");
  const tag = `latchkey:${version}`;
  run(builder, ["build", "--file", "deploy/docker/Dockerfile", "--tag", tag, "."]);
  return tag;
});

await step("bill of materials", () => {
  const sbom = run("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"]);
  writeFileSync(join(dist, "latchkey.cdx.json"), sbom);
  return `${JSON.parse(sbom).components.length} components in dist/latchkey.cdx.json`;
});

await step("notes and checksums", () => {
  writeFileSync(join(dist, "notes.md"), `${notes()}\n`);
  const files = readdirSync(dist).filter((file) => /\.tgz$|\.json$/.test(file));
  const lines = files
    .toSorted()
    .map((file) => `${hash("sha256", readFileSync(join(dist, file)), "hex")}  ${file}\n`);
  writeFileSync(join(dist, "SHA256SUMS"), lines.join(""));
  return "dist/notes.md, dist/SHA256SUMS";
});

if (flags["dry-run"] === true) {
  console.log(`\nNothing was published. Tag this commit v${version} to release it.`);
} else {
  for (const name of packageNames) {
    await step(`publish ${name}`, () =>
      run("npm", ["publish", join(dist, tarballOf(name)), "--access", "public"]),
    );
  }
  console.log("\nSet PUBLISHED in scripts/release/published.ts, run npm run docs, and commit.");
}

function notes(): string {
  return releaseNotes(`v${version}`, version, readFileSync(join(root, "CHANGELOG.md"), "utf8"));
}

/** Runs a step and prints its result. The first that fails ends the release. */
async function step(name: string, work: () => string | Promise<string>): Promise<void> {
  process.stdout.write(`${name.padEnd(28)} `);
  try {
    console.log(await work());
  } catch (error) {
    console.log("failed");
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

function run(program: string, words: readonly string[], cwd = root): string {
  const maxBuffer = 64 * 1024 * 1024;
  return execFileSync(program, words, { cwd, encoding: "utf8", stdio: "pipe", maxBuffer }).trim();
}
