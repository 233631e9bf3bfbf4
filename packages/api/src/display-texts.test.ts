import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { displayTexts, scopeTexts, textIn } from "./display-texts.ts";
import { read } from "./problem.ts";

describe("the text in a language", () => {
  const texts = {
    en: { title: "See your photos" },
    de: { title: "Ihre Fotos ansehen" },
    "pt-BR": { title: "Ver suas fotos" },
  };
  const table: [language: string, title: string][] = [
    ["en", "See your photos"],
    ["de", "Ihre Fotos ansehen"],
    ["de-AT", "Ihre Fotos ansehen"],
    ["PT-br", "Ver suas fotos"],
    ["pt", "See your photos"],
    ["ja", "See your photos"],
  ];
  for (const [language, title] of table) {
    it(`${language} → ${title}`, () => assert.equal(textIn(texts, language)?.title, title));
  }

  it("is none where there is none in English either", () => {
    assert.equal(textIn({ de: { title: "Ihre Fotos ansehen" } }, "ja"), undefined);
    assert.equal(textIn({}, "constructor"), undefined);
  });
});

describe("texts are plain, short and by language", () => {
  const title = "See your photos";
  const table: [what: string, texts: unknown, isValid: boolean][] = [
    ["a title", { en: { title } }, true],
    ["a description", { en: { title, description: "All of them." } }, true],
    ["characters of HTML, which are text", { en: { title: "<b>Photos & albums</b>" } }, true],
    ["no title", { en: { description: "All of them." } }, false],
    ["an empty title", { en: { title: " " } }, false],
    ["a long title", { en: { title: "x".repeat(101) } }, false],
    ["a long description", { en: { title, description: "x".repeat(501) } }, false],
    ["two lines", { en: { title: "See\nyour photos" } }, false],
    ["another direction", { en: { title: "See \u202eyour photos" } }, false],
    ["another field", { en: { title, html: "<b>" } }, false],
    ["no language", { "the English": { title } }, false],
    ["a string", { en: title }, false],
    ["many languages", Object.fromEntries(tags(51).map((tag) => [tag, { title }])), false],
  ];
  for (const [what, texts, isValid] of table) {
    it(`${what}: ${isValid ? "accepted" : "refused"}`, () => {
      assert.equal(read(displayTexts, texts).ok, isValid);
      assert.equal(read(scopeTexts, { "photos.read": texts }).ok, isValid);
    });
  }

  it("belong to one scope each", () => {
    assert.equal(read(scopeTexts, { "a b": { en: { title } } }).ok, false);
    assert.equal(read(scopeTexts, { "": { en: { title } } }).ok, false);
  });
});

function tags(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `en-x${String(index).padStart(2, "0")}`);
}
