import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type CommandLine, readCommandLine, UsageError } from "./command-line.ts";

describe("a command line", () => {
  const understood: [line: string, expected: CommandLine][] = [
    ["", { action: "create" }],
    ["photos", { action: "create", folder: "photos" }],
    ["photos --kind web", { action: "create", folder: "photos", kind: "web" }],
    ["--kind=login-app ./a/b", { action: "create", folder: "./a/b", kind: "login-app" }],
    ["-k mcp", { action: "create", kind: "mcp" }],
    ["photos --packages dist", { action: "create", folder: "photos", packages: "dist" }],
    ["photos --help", { action: "help" }],
    ["-h", { action: "help" }],
    ["--version", { action: "version" }],
  ];
  for (const [line, expected] of understood) {
    it(`“${line}” is understood`, () => {
      assert.deepEqual(readCommandLine(words(line)), expected);
    });
  }

  const refused: [line: string, message: RegExp][] = [
    ["photos --kind desktop", /no kind desktop.*web, spa, api, machine, mcp, login-app/],
    ["photos --kind toString", /no kind toString/],
    ["photos --kind", /--kind/],
    ["photos --typescript", /--typescript/],
    ["photos albums", /One folder is expected, not 2/],
  ];
  for (const [line, message] of refused) {
    it(`“${line}” is refused`, () => {
      assert.throws(
        () => readCommandLine(words(line)),
        (error: unknown) => error instanceof UsageError && message.test(error.message),
      );
    });
  }
});

function words(line: string): string[] {
  return line === "" ? [] : line.split(" ");
}
