import assert from "node:assert/strict";
import { test } from "node:test";

import { readChoice } from "./choice.ts";
import { garden, planner, teaParty, workspaceConsentRequest } from "./fixture.ts";

type Fields = [string, string][];
const AT_TEA: Fields = [["workspace_id", teaParty.id]];
const chosen = (resources: string[], duplicate_template = false) => ({
  workspace_id: teaParty.id,
  resources,
  duplicate_template,
});

const rows: [string, Fields, ReturnType<typeof chosen> | undefined][] = [
  ["no workspace", [], undefined],
  ["a workspace of somebody else's", [["workspace_id", "mallory's"]], undefined],
  ["a workspace and nothing in it", AT_TEA, chosen([])],
  [
    "two things, in whatever order",
    [...AT_TEA, [`resources.${teaParty.id}`, "r-cakes"], [`resources.${teaParty.id}`, "r-guests"]],
    chosen(["r-guests", "r-cakes"]),
  ],
  [
    "what was ticked for another workspace",
    [...AT_TEA, [`resources.${garden.id}`, "r-roses"]],
    chosen([]),
  ],
  [
    "what nobody offered",
    [...AT_TEA, [`resources.${teaParty.id}`, "r-roses"], [`resources.${teaParty.id}`, "secrets"]],
    chosen([]),
  ],
  ["the template", [...AT_TEA, ["duplicate_template", "on"]], chosen([], true)],
];

for (const [title, fields, choice] of rows) {
  test(`${title} → ${choice === undefined ? "no choice" : JSON.stringify(choice)}`, () => {
    assert.deepEqual(readChoice(workspaceConsentRequest, new URLSearchParams(fields)), choice);
  });
}

test("there is no copy of a template that does not exist", () => {
  const asked = { ...workspaceConsentRequest, integration: { ...planner, template: null } };
  const form = new URLSearchParams([...AT_TEA, ["duplicate_template", "on"]]);
  assert.deepEqual(readChoice(asked, form), chosen([]));
});
