import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  designTokens,
  brandMarkFile,
  openerIsolated,
  type PageResponse,
  securityHeaders,
  render,
} from "@latchkey/sign-in";
import { openApiJson, type OpenApiDocument } from "./document.ts";
import { renderPage } from "./page/page.ts";

let answers: ReadonlyMap<string, PageResponse> | undefined;

/** The response to a path of the reference: `/openapi.json`, `/docs`, and the files of its page. Rendered on the first request. */
export function findReference(path: string): PageResponse | undefined {
  answers ??= prepareAnswers();
  return answers.get(path);
}

function prepareAnswers(): ReadonlyMap<string, PageResponse> {
  const style = keptFile("css", "text/css; charset=utf-8", designTokens + read("reference.css"));
  const script = keptFile("js", "text/javascript; charset=utf-8", readScript());
  const icon = keptFile("svg", "image/svg+xml", render(brandMarkFile()));
  const document: OpenApiDocument = JSON.parse(openApiJson);
  const page = renderPage(document, {
    style: relative(style.path),
    script: relative(script.path),
    icon: relative(icon.path),
  });
  return new Map([
    ["/openapi.json", answer("application/json; charset=utf-8", JSON.stringify(document), FRESH)],
    ["/docs", answer("text/html; charset=utf-8", page, { ...FRESH, ...PROTECTION })],
    ...[style, script, icon].map((file) => [file.path, file.answer] as const),
  ]);
}

/** Named by a digest of its content, so that browsers may cache it for ever. */
function keptFile(ending: string, type: string, text: string) {
  const fingerprint = hash("sha256", text, "hex").slice(0, 12);
  return { path: `/docs/reference.${fingerprint}.${ending}`, answer: answer(type, text, KEPT) };
}

function read(name: string): string {
  return readFileSync(new URL(`page/${name}`, import.meta.url), "utf8");
}

/** Both scripts as one file: a module could not name the other, whose name has a fingerprint. */
function readScript(): string {
  return read("samples.js").replaceAll(/^export /gm, "") + read("reference.js");
}

/** As seen from `/docs`, wherever a proxy puts that. */
function relative(path: string): string {
  return path.slice(1);
}

function answer(type: string, body: string, headers: PageResponse["headers"]): PageResponse {
  return { status: 200, headers: { "content-type": type, ...headers }, body };
}

const KEPT = { "cache-control": "public, max-age=31536000, immutable" };
const FRESH = { "cache-control": "no-cache" };
const PROTECTION = {
  ...securityHeaders,
  ...openerIsolated,
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
};
