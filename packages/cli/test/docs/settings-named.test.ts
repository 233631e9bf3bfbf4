import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";

import { settings as composed } from "../../src/features.ts";
import { root } from "./block.ts";

const { keys } = composed;

const places = [
  "README.md",
  "SECURITY.md",
  "docs/**/*.md",
  "packages/*/README.md",
  "deploy/**/*.md",
];
// This page names settings of another server too, which have no effect here.
const pages = places
  .flatMap((place) => globSync(place, { cwd: root }))
  .filter((page) => page !== "docs/compatibility.md");

it("settings that the text of a page names exist", () => {
  const named = pages.flatMap((page) =>
    [...withoutFields(page).matchAll(SETTING)].map(([, name = ""]) => ({
      page,
      name,
    })),
  );
  const sections = new Set(keys.map((key) => key.split(".")[0]));
  const settings = named.filter(
    ({ name }) => sections.has(name.split(".")[0]) && !name.endsWith(".json"),
  );
  assert.ok(settings.length > 200, "no settings were found");
  assert.deepEqual(
    settings.filter(({ name }) => !keys.some((key) => isOf(key, name))),
    [],
  );
});

/** A name in backticks, with or without a value; its last part may be `*`. */
const SETTING = /`([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+(?:\.\*)?)(?:[:=][^`\n]*)?`/g;

/** Whether it is the setting or a section with it. */
function isOf(key: string, name: string): boolean {
  return key === name || key.startsWith(`${name.replace(/\.\*$/, "")}.`);
}

/** The reference of the API has rows of fields within fields, such as `urls.url`, which are no settings. */
function withoutFields(page: string): string {
  const text = readFileSync(join(root, page), "utf8");
  return page === "docs/api.md" ? text.replaceAll(/^\| `[^`]+` \|/gm, "") : text;
}
