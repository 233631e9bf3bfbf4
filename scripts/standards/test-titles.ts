import type { Specification } from "./specification.ts";

/** The tests that passed in a run: a file, from the root of the repository, and an exact title. */
export type PassedTests = readonly (readonly [file: string, title: string])[];

/** The rows whose test is in one of these files, and was not run or did not pass: a sentence for each. */
export function findUnshown(
  specifications: readonly Specification[],
  passed: PassedTests,
  files: ReadonlySet<string>,
): readonly string[] {
  const known = new Set(passed.map(([file, title]) => `${file}|${title}`));
  return specifications.flatMap(({ title, requirements }) =>
    requirements.flatMap(({ section, shown_by }) =>
      shown_by === undefined ||
      !files.has(shown_by.file) ||
      known.has(`${shown_by.file}|${shown_by.title}`)
        ? []
        : [`${title} ${section}: ${shown_by.file} ran no test with the title "${shown_by.title}"`],
    ),
  );
}

/**
 * Whether the source of a test file has a test with this title: as a literal, as a template that it fits, or as a text of a table.
 * What stands for a placeholder must be in the source as well, where it is a phrase: then a renamed row of a table is found, too.
 * Whether the test is run, only a run can tell: `findUnshown`.
 */
export function hasTitle(source: string, title: string): boolean {
  return [...source.matchAll(TITLE)].some(({ groups = {} }) => {
    const { literal, template } = groups;
    if (literal !== undefined) return unescape(literal) === title;
    if (template === undefined) return source.includes(JSON.stringify(title));
    return fit(template, title)?.every((text) => !isPhrase(text) || source.includes(text));
  });
}

/** A phrase is written in the source; a single word or a value may be computed. */
function isPhrase(text: string): boolean {
  return /^[\w' -]+$/.test(text) && text.includes(" ");
}

/** The first argument of a call that names a test: a text, a template, or a variable. */
const TITLE =
  /\b(?:it|test|describe)(?:\.\w+)?\(\s*(?:(?<quote>["'])(?<literal>(?:\\.|(?!\k<quote>)[^\\\n])*)\k<quote>|`(?<template>(?:\\.|[^`\\])*)`|[\w.]+\s*,)/g;

/** What the title has in place of the placeholders of a template; undefined if it does not fit. */
function fit(template: string, title: string): readonly string[] | undefined {
  const parts = unescape(template)
    .split(PLACEHOLDER)
    .map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join("(.*?)")}$`, "s").exec(title)?.slice(1);
}

/** One with braces within, as of an object or another template, is not used in titles. */
const PLACEHOLDER = /\$\{[^{}]*\}/;

function unescape(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}
