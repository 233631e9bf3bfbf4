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
import { type Guide, readGuide } from "./guide/guide.ts";
import { renderGuidePage } from "./guide/guide-page.ts";
import { renderLlmsText } from "./guide/llms-text.ts";
import { searchIndexOf } from "./guide/search-index.ts";
import { documentOf } from "./served.ts";
import { renderPage } from "./page/page.ts";
import { renderStartPage } from "./guide/start-page.ts";

/** Of each server of this process, by the set of its operations. */
const prepared = new WeakMap<ReadonlySet<string>, Answers>();

/**
 * The response to a path of the documentation: `/openapi.json`, `/llms.txt`, `/docs`, and what is below it. Rendered on the first
 * request. `served`: the operations of the server, by id; the same object for all its requests.
 */
export function findReference(path: string, served: ReadonlySet<string>): PageResponse | undefined {
  const answers = prepared.get(served) ?? prepareAnswers(served);
  prepared.set(served, answers);
  return answers.get(path)?.();
}

/** Responses by path. */
type Answers = ReadonlyMap<string, () => PageResponse>;

function prepareAnswers(served: ReadonlySet<string>): Answers {
  const style = keptFile("css", "text/css; charset=utf-8", designTokens + read("reference.css"));
  const script = keptFile("js", "text/javascript; charset=utf-8", readScript());
  const icon = keptFile("svg", "image/svg+xml", render(brandMarkFile()));
  const all: OpenApiDocument = JSON.parse(openApiJson);
  const document = documentOf(all, (id) => served.has(id));
  const guide = readGuide();
  const search = keptFile("json", JSON_TYPE, JSON.stringify(searchIndexOf(guide, document)));
  const files = {
    style: below(style.path),
    script: below(script.path),
    icon: below(icon.path),
    search: relative(search.path),
  };
  const page = renderPage(document, guide, files);
  const start = renderStartPage(guide, document.info.version, {
    style: relative(style.path),
    script: relative(script.path),
    icon: relative(icon.path),
    search: relative(search.path),
  });
  const llms = renderLlmsText(guide, document.info.version);
  const fixed = [
    ["/openapi.json", answer(JSON_TYPE, JSON.stringify(document), FRESH)],
    ["/llms.txt", answer("text/plain; charset=utf-8", llms, FRESH)],
    ["/docs", answer(HTML_TYPE, start, { ...FRESH, ...PROTECTION })],
    ["/docs/reference", answer(HTML_TYPE, page, { ...FRESH, ...PROTECTION })],
    ...[style, script, icon, search].map((file) => [file.path, file.answer] as const),
  ] as const;
  return new Map([
    ...fixed.map(([path, response]) => [path, () => response] as const),
    ...guideAnswers(guide, files),
  ]);
}

/** Every page of the documentation as Markdown and as HTML, which is rendered when it is requested. */
function guideAnswers(guide: Guide, files: { style: string; icon: string }) {
  return [...guide.pages.values()].flatMap((page) => {
    const markdown = answer("text/markdown; charset=utf-8", page.text, { ...FRESH, ...NOSNIFF });
    let rendered: PageResponse | undefined;
    const shown = (): PageResponse =>
      (rendered ??= answer(HTML_TYPE, renderGuidePage(page, guide, files), {
        ...FRESH,
        ...PROTECTION,
      }));
    return [
      [`/docs/${page.name}.md`, () => markdown],
      [`/docs/${page.name}`, shown],
    ] as const;
  });
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

/** As seen from a page below `/docs`. */
function below(path: string): string {
  return path.slice("/docs/".length);
}

function answer(type: string, body: string, headers: PageResponse["headers"]): PageResponse {
  return { status: 200, headers: { "content-type": type, ...headers }, body };
}

const KEPT = { "cache-control": "public, max-age=31536000, immutable" };
const JSON_TYPE = "application/json; charset=utf-8";
const HTML_TYPE = "text/html; charset=utf-8";
const NOSNIFF = { "x-content-type-options": "nosniff" };
const FRESH = { "cache-control": "no-cache" };
const PROTECTION = {
  ...securityHeaders,
  ...openerIsolated,
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
};
