import assert from "node:assert/strict";
import { test } from "node:test";
import { apiInput, integrationInput, workspaceInput, workspaceMemberInput } from "@latchkey/api";
import { bodyOf } from "../src/components/forms/draft.ts";
import { newDraft, toInput } from "../src/pages/details-types/details-type-form.ts";

test("a body has trimmed texts, no empty ones, and everything else as it is", () => {
  assert.deepEqual(bodyOf({ name: " Tea ", icon: "  ", email: null, scopes: [], enabled: false }), {
    name: "Tea",
    email: null,
    scopes: [],
    enabled: false,
  });
});

const id = "7ea00000-0000-4000-8000-000000000001";
const times = { created_at: "2026-01-01T12:00:00Z", updated_at: "2026-01-01T12:00:00Z" };

/** Records as the server returns them: forms edit them as they are, and send them back. */
const records = {
  api: {
    schema: apiInput,
    record: {
      id,
      identifier: "https://api.example",
      name: "Tea",
      scopes: ["tea"],
      ...times,
      access_token_jwt_typ: "at+jwt",
      allow_any_client: false,
      consent_required: true,
      introspection_clients: [],
    },
  },
  integration: {
    schema: integrationInput,
    record: {
      id,
      client_id: id,
      name: "Tea timer",
      icon: null,
      kind: "internal",
      ...times,
      redirect_uris: [],
      capabilities: ["read_content"],
      install_scope: [id],
      template: null,
      allow_workspace_owner: false,
      enabled: true,
      description: null,
      install_url: null,
      listed: false,
      webhook_url: null,
      token_issued_at: "2026-01-01T12:00:00Z",
    },
  },
  workspace: {
    schema: workspaceInput,
    record: { id, name: "Wonderland", icon: null, resources: [], ...times },
  },
  member: {
    schema: workspaceMemberInput,
    record: {
      workspace_id: id,
      user_id: id,
      subject: "alice",
      role: "admin",
      name: null,
      avatar_url: null,
      email: null,
      email_verified: false,
    },
  },
};

for (const [noun, { schema, record }] of Object.entries(records)) {
  test(`the record of ${noun} is accepted as the input of an update`, async () => {
    const { issues } = await schema["~standard"].validate(bodyOf(record));
    assert.equal(issues, undefined);
  });
}

test("a details type keeps its English sentence, and loses empty translations", () => {
  const { sentences } = toInput({ ...newDraft, sentences: { en: "Pay", de: " ", fr: "Payer" } });
  assert.deepEqual(sentences, { en: "Pay", fr: "Payer" });
});
