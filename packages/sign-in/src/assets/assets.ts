import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

import type { PageAnswer } from "../exchange.ts";
import { render } from "../html.ts";
import { markFile } from "./mark.ts";

/** The colours and sizes of the house, as CSS: what comes from us looks alike. */
export const houseStyles = read("house.css");

/** The one stylesheet. */
export const stylesheet = houseStyles + read("latchkey.css");

const icon = render(markFile());

/** Where the stylesheet is, below the base path: its name changes with its content. */
export const stylesheetPath = `assets/latchkey.${fingerprint(stylesheet)}.css`;

/** Where the mark is. */
export const iconPath = `assets/mark.${fingerprint(icon)}.svg`;

/** The file behind a path below the base path, to be kept for ever. */
export function findAsset(path: string): PageAnswer | undefined {
  if (path === stylesheetPath) return file("text/css; charset=utf-8", stylesheet);
  if (path === iconPath) return file("image/svg+xml", icon);
  return undefined;
}

function file(type: string, body: string): PageAnswer {
  const headers = {
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'",
  };
  return { status: 200, headers, body };
}

function fingerprint(text: string): string {
  return hash("sha256", text, "hex").slice(0, 12);
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}
