import assert from "node:assert/strict";
import { test } from "node:test";
import { errorFormatFor } from "./media-type.ts";

/** `usual` is what callers get that name neither a page nor JSON. */
const table: [accept: string | undefined, format: "page" | "json" | "usual"][] = [
  ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "page"],
  ["TEXT/HTML; level=1", "page"],
  ["application/json, text/html;q=0.1", "page"],
  ["text/html;q=0, application/json", "json"],
  ["application/json", "json"],
  ["application/json;q=0", "usual"],
  ["text/html;q=0", "usual"],
  ["*/*", "usual"],
  ["text/*", "usual"],
  ["image/svg+xml,image/*,*/*;q=0.8", "usual"],
  ["", "usual"],
  [undefined, "usual"],
];

for (const [accept, format] of table) {
  test(`an error for a caller that accepts ${accept ?? "nothing in particular"}: ${format}`, () => {
    for (const usual of ["page", "json"] as const)
      assert.equal(errorFormatFor(accept, usual), format === "usual" ? usual : format);
  });
}
