import assert from "node:assert/strict";
import { test } from "node:test";
import { membersOf, parseComment, withoutExamples } from "./tsdoc.ts";

const declaration = `export interface Clock {
    /** Unix seconds. */
    readonly now: number;
    /**
     * Moves it
     * forward.
     *
     * @example
     * \`\`\`ts
     * if (late) {
     *   clock.advance(60);
     * }
     * \`\`\`
     */
    advance(by: number): void;
    /** Calls back. */
    readonly each: <T>(call: () => T) => T;
}`;

test("a comment has a description on one line, and the code of its examples", () => {
  assert.deepEqual(parseComment(" Unix seconds. "), {
    description: "Unix seconds.",
    examples: [],
  });
  const [, advance] = membersOf(declaration);
  assert.deepEqual(advance, {
    name: "advance",
    isMethod: true,
    description: "Moves it forward.",
    examples: ["if (late) {\n  clock.advance(60);\n}"],
  });
});

test("a method is distinguished from a field", () => {
  assert.deepEqual(
    membersOf(declaration).map(({ name, isMethod }) => [name, isMethod]),
    [
      ["now", false],
      ["advance", true],
      ["each", true],
    ],
  );
});

test("a declaration is shown without its examples", () => {
  assert.equal(
    withoutExamples(declaration),
    `export interface Clock {
    /** Unix seconds. */
    readonly now: number;
    /** Moves it forward. */
    advance(by: number): void;
    /** Calls back. */
    readonly each: <T>(call: () => T) => T;
}`,
  );
});
