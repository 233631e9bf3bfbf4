import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, it } from "node:test";
import { findReference } from "../reference.ts";

const everything: ReadonlySet<string> = new Set();

const docs = new URL("../../../../docs/", import.meta.url);
const files = globSync("{*,*/*}.md", { cwd: docs });

describe("the documentation", () => {
  it("is served as it is written, in Markdown", () => {
    assert.ok(files.length > 30, "no pages were found");
    for (const file of files) {
      const found = findReference(`/docs/${file}`, everything);
      assert.equal(found?.headers["content-type"], "text/markdown; charset=utf-8", file);
      assert.equal(found.body, readFileSync(new URL(file, docs), "utf8"));
    }
  });

  it("is served in HTML, without scripts, and every link leads somewhere", () => {
    for (const file of files) {
      const path = `/docs/${file.slice(0, -".md".length)}`;
      const body = findReference(path, everything)?.body ?? "";
      assert.match(body, /<h1 id=/, path);
      assert.doesNotMatch(body, /<script|<img|href="javascript:/, path);
      for (const [, href = ""] of body.matchAll(/ href="([^"]+)"/g)) {
        if (/^https?:|^mailto:/.test(href)) continue;
        const [target = "", anchor] = href.split("#");
        const there = target === "" ? path : posix.join(posix.dirname(path), target);
        const page = findReference(there, everything);
        assert.ok(page, `${path} links to ${href}`);
        if (anchor === undefined) continue;
        assert.ok(page.body.includes(` id="${anchor}"`), `${path} links to ${href}`);
      }
    }
  });

  it("and the reference show no Markdown outside of code", () => {
    for (const path of ["", ...files.map((file) => `/${file.slice(0, -".md".length)}`)]) {
      const text = (findReference(`/docs${path}`, everything)?.body ?? "")
        .replaceAll(/<(pre|code|textarea)\b[^>]*>[^]*?<\/\1>/g, "")
        .replaceAll(/<[^>]*>/g, "");
      assert.doesNotMatch(text, /`|\*\*|\]\(/, path);
    }
  });

  it("is listed in llms.txt, whose links lead to Markdown", () => {
    const { body = "" } = findReference("/llms.txt", everything) ?? {};
    assert.match(body, /^# Latchkey\n\n> /);
    const links = [...body.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map(
      ([, link = ""]) => link,
    );
    assert.ok(links.length > 25);
    for (const link of links) assert.ok(findReference(`/${link}`, everything), link);
    const unlisted = files.filter((file) => !file.includes("/") && file !== "README.md");
    for (const file of unlisted) assert.ok(links.includes(`docs/${file}`), file);
  });

  it("opens on its contents, which list every page by section", () => {
    const { body = "" } = findReference("/docs", everything) ?? {};
    const titles = [...body.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, title = ""]) => title);
    for (const title of ["Start", "Guides by framework", "Topics", "Operate", "Reference"]) {
      assert.ok(titles.includes(title), title);
    }
    const [, main = ""] = body.split("<main");
    const links = [...main.matchAll(/ href="([^"]+)"/g)].map(([, href = ""]) => href);
    for (const file of files.filter(
      (name) => !name.startsWith("decisions/") && name !== "README.md",
    )) {
      assert.ok(links.includes(`docs/${file.slice(0, -".md".length)}`), file);
    }
    for (const href of links) assert.ok(findReference(`/${href}`, everything), href);
    assert.ok(body.indexOf(">Quick start<") < body.indexOf(">HTTP API<"));
  });

  it("unfolds the section of the page that is read, and no other", () => {
    const { body = "" } = findReference("/docs/guides/python", everything) ?? {};
    const [, open = ""] = /<details open\s*>\s*<summary><h2>([^<]+)/.exec(body) ?? [];
    assert.equal(open, "Guides by framework");
    assert.equal(body.match(/<details open/g)?.length, 1);
    assert.match(body, /aria-current="page"\s*>Python</);
  });

  it("can be searched on the page of the reference, by heading", () => {
    const page = findReference("/docs/reference", everything)?.body ?? "";
    const [, index = ""] = / data-index="([^"]+)"/.exec(page) ?? [];
    const entries: { link: string; title: string; text: string }[] = JSON.parse(
      findReference(`/${index}`, everything)?.body ?? "",
    );
    assert.ok(entries.length > 200);
    for (const { link, title, text } of entries) {
      const [name = "", anchor] = link.split("#");
      const { body = "" } = findReference(`/docs/${name}`, everything) ?? {};
      assert.ok(anchor === undefined || body.includes(` id="${anchor}"`), link);
      assert.ok(title.length > 0 && !text.includes("```"), link);
    }
    const found = entries.find(({ text }) => text.includes("initial access token"));
    assert.ok(found);
  });
});
