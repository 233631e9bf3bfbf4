import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

import type { PageResponse } from "../http/exchange.ts";
import { render } from "../views/html.ts";
import { brandMarkFile } from "./brand-mark.ts";

/** CSS custom properties (colours, sizes) shared by the sign-in pages, the console and the API reference. */
export const designTokens = read("design-tokens.css");

/** The stylesheet of the sign-in pages. */
export const stylesheet = designTokens + read("latchkey.css");

const icon = render(brandMarkFile()).replaceAll(/\s+/g, " ");

/** Path of the stylesheet below the base path. The name contains a content hash, so that it can be cached forever. */
export const stylesheetPath = `assets/latchkey.${fingerprint(stylesheet)}.css`;

/** Path of the favicon below the base path. */
export const iconPath = `assets/mark.${fingerprint(icon)}.svg`;

const script = read("passkeys.js");

/** Path of the script for passkeys below the base path. */
export const passkeyScript = `assets/passkeys.${fingerprint(script)}.js`;

const passwords = read("passwords.js");

/** The same of the script for fields in which passwords are typed. */
export const passwordScript = `assets/passwords.${fingerprint(passwords)}.js`;

/** The favicon as a URL, for pages that need no further request. */
export const embeddedIcon = `data:image/svg+xml,${encodeURIComponent(icon)}`;

/** Serves the stylesheet, the favicon and the scripts as immutable resources. */
export function findAsset(path: string): PageResponse | undefined {
  if (path === stylesheetPath) return file("text/css; charset=utf-8", stylesheet, FOREVER);
  if (path === passkeyScript) return file("text/javascript; charset=utf-8", script, FOREVER);
  if (path === passwordScript) return file("text/javascript; charset=utf-8", passwords, FOREVER);
  if (path === iconPath) return file("image/svg+xml", icon, FOREVER);
  return undefined;
}

const FOREVER = "public, max-age=31536000, immutable";
const WEEK = "public, max-age=604800";

/** The favicon for `/favicon.ico`, where browsers look when a document names none, such as JSON. That URL has no content hash. */
export const favicon = file("image/svg+xml", icon, WEEK);

function file(type: string, body: string, cache_control: string): PageResponse {
  const headers = {
    "content-type": type,
    "cache-control": cache_control,
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
