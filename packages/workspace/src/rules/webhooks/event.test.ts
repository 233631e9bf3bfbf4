import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleInstallation, exampleIntegration, ids } from "../example-workspace.ts";
import type { InstallationRecord } from "../records.ts";
import {
  installationBody,
  installationEvent,
  integrationBody,
  integrationEvents,
} from "./event.ts";

describe("the webhook for a change of an installation", () => {
  type Status = InstallationRecord["status"];
  const table: [before: Status | "none", after: Status, type: string | undefined][] = [
    ["none", "active", "installation.created"],
    ["disconnected", "active", "installation.created"],
    ["dormant", "active", "installation.resumed"],
    ["active", "active", "installation.updated"],
    ["active", "dormant", "installation.suspended"],
    ["dormant", "dormant", undefined],
    ["disconnected", "dormant", undefined],
    ["active", "disconnected", "installation.removed"],
    ["dormant", "disconnected", "installation.removed"],
    ["disconnected", "disconnected", undefined],
    ["none", "disconnected", undefined],
  ];
  for (const [before, status, type] of table) {
    it(`${before} to ${status}: ${type ?? "none"}`, () => {
      const was = before === "none" ? undefined : exampleInstallation({ status: before });
      assert.equal(installationEvent(was, exampleInstallation({ status })), type);
    });
  }
});

describe("the webhooks for a change of an integration", () => {
  const photos = exampleIntegration();
  const table: [what: string, after: object, types: string[]][] = [
    ["another name", { name: "Pictures" }, []],
    ["other capabilities", { capability_revision: 1 }, ["integration.updated"]],
    ["disabled", { enabled: false }, ["integration.suspended"]],
    [
      "both",
      { capability_revision: 1, enabled: false },
      ["integration.updated", "integration.suspended"],
    ],
  ];
  for (const [what, after, types] of table) {
    it(what, () => assert.deepEqual(integrationEvents(photos, { ...photos, ...after }), types));
  }
  it("enabled again", () => {
    const before = exampleIntegration({ enabled: false });
    assert.deepEqual(integrationEvents(before, photos), ["integration.resumed"]);
  });
});

describe("the body of a webhook", () => {
  const photos = exampleIntegration({
    webhook: { url: "https://photos.example/?key=u", secrets: [] },
  });

  it("has the type, the time and the installation with the capabilities", () => {
    const body = installationBody("installation.created", exampleInstallation(), photos, 2_000);
    const { type, timestamp, data } = JSON.parse(body);
    assert.deepEqual([type, timestamp], ["installation.created", "1970-01-01T00:33:20Z"]);
    assert.deepEqual(
      [data.bot_id, data.integration_id, data.client_id, data.workspace_id],
      [ids.bot, ids.photos, ids.photos_client, ids.garden],
    );
    assert.deepEqual(data.capabilities, ["read_content", "read_user_with_email"]);
  });

  it("has no secret, hash or URL of the integration", () => {
    for (const body of [
      installationBody("installation.updated", exampleInstallation(), photos, 2_000),
      integrationBody("integration.updated", photos, 2_000),
    ])
      assert.doesNotMatch(body, /sha256|key=u|secret|photos\.example/);
  });
});
