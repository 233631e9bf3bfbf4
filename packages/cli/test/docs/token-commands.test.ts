import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { it } from "node:test";

import { readBlocks, root } from "./block.ts";

const pages = ["README.md", ...globSync("docs/{,guides/,moving/}*.md", { cwd: root })].filter(
  (page) => page !== "docs/commands.md",
);
const commandsOf = (page: string): readonly string[] =>
  readBlocks(page)
    .filter(({ info }) => info.startsWith("sh "))
    .flatMap(({ text }) => text.replaceAll("\\\n", " ").split("\n"))
    .filter((line) => line.includes("latchkey "));

it("commands that get tokens fit the client that their page registers", () => {
  const asked = pages.flatMap((page) => {
    const commands = commandsOf(page);
    const clients = commands.filter((line) => line.includes("latchkey clients create"));
    return commands
      .filter((line) => /latchkey token (?:user|device|backchannel) /.test(line))
      .map((line) => {
        const id = flagOf(line, "client-id");
        return { page, line, client: clients.find((one) => flagOf(one, "id") === id) };
      });
  });
  assert.ok(asked.length >= 5, "no commands were found");
  for (const { page, line, client = "" } of asked) {
    const registered = flagOf(client, "scope")?.split(",") ?? [];
    for (const scope of (flagOf(line, "scope") ?? "offline,openid").split(",")) {
      assert.ok(registered.includes(scope), `${page}: ${line} asks for ${scope}`);
    }
    const isPost = flagOf(client, "token-endpoint-auth-method") === "client_secret_post";
    assert.equal(flagOf(line, "client-auth") === "post", isPost, `${page}: ${line}`);
  }
});

function flagOf(line: string, flag: string): string | undefined {
  return new RegExp(`--${flag}[ =](\\S+)`).exec(line)?.[1];
}
