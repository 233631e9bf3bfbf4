import assert from "node:assert/strict";
import { test } from "node:test";

import { readSelection } from "./consent-form.ts";
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
  ["a workspace that was not offered", [["workspace_id", "mallory's"]], undefined],
  ["a workspace without resources", AT_TEA, chosen([])],
  [
    "two resources, in any order",
    [...AT_TEA, [`resources.${teaParty.id}`, "r-cakes"], [`resources.${teaParty.id}`, "r-guests"]],
    chosen(["r-guests", "r-cakes"]),
  ],
  [
    "resources of another workspace",
    [...AT_TEA, [`resources.${garden.id}`, "r-roses"]],
    chosen([]),
  ],
  [
    "resources that were not offered",
    [...AT_TEA, [`resources.${teaParty.id}`, "r-roses"], [`resources.${teaParty.id}`, "secrets"]],
    chosen([]),
  ],
  ["the template", [...AT_TEA, ["duplicate_template", "on"]], chosen([], true)],
];

for (const [title, fields, choice] of rows) {
  test(`${title} → ${choice === undefined ? "no selection" : JSON.stringify(choice)}`, () => {
    assert.deepEqual(readSelection(workspaceConsentRequest, new URLSearchParams(fields)), choice);
  });
}

test("without a template, nothing is duplicated", () => {
  const asked = { ...workspaceConsentRequest, integration: { ...planner, template: null } };
  const form = new URLSearchParams([...AT_TEA, ["duplicate_template", "on"]]);
  assert.deepEqual(readSelection(asked, form), chosen([]));
});
