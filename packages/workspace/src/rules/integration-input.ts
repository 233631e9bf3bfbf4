import { type Integration, integrationInput } from "@latchkey/api";
import {
  type InputFacts,
  type OAuthError,
  type Result,
  contradicts,
  ok,
  readInput,
  timestamp,
  unacceptable,
} from "@latchkey/server/feature/rules";
import type { IntegrationRecord } from "./records.ts";
import { webhookAfter } from "./webhooks/webhook.ts";

/** The integration that a body describes, new or instead of the present one. Its secrets are another matter. */
export function readIntegrationInput(
  body: unknown,
  { present, now, newId }: InputFacts<IntegrationRecord>,
): Result<IntegrationRecord, OAuthError> {
  const read = readInput(body, integrationInput);
  if (!read.ok) return read;
  const given = read.value;
  const change = changeOf(given, present);
  if (change !== undefined) return unacceptable(`The field ${change} cannot be changed.`);
  if (present === undefined && given.client_id !== undefined) {
    return unacceptable("The field client_id is made by the server.");
  }
  const name = given.name ?? present?.name;
  if (name === undefined) return unacceptable("The field name is required.");

  const capabilities = given.capabilities ?? [];
  const record: IntegrationRecord = {
    id: present?.id ?? given.id ?? newId(),
    name,
    icon: given.icon ?? null,
    kind: present?.kind ?? given.kind ?? "public",
    client_id: present?.client_id ?? newId(),
    redirect_uris: given.redirect_uris ?? [],
    capabilities,
    install_scope: present?.install_scope ?? given.install_scope ?? "any",
    template: given.template ?? null,
    allow_workspace_owner: given.allow_workspace_owner ?? false,
    enabled: given.enabled ?? true,
    description: given.description ?? null,
    install_url: given.install_url ?? null,
    listed: given.listed ?? false,
    webhook: webhookAfter(given.webhook_url, present?.webhook),
    secrets: present?.secrets ?? [],
    tokens: present?.tokens ?? [],
    capability_revision: revisionAfter(present, capabilities),
    created_at: present?.created_at ?? now,
    updated_at: now,
  };
  return checkKind(record);
}

/** An integration as the wire sees it, with the secret or token that was generated for this response, and no other. */
export function describeIntegration(
  record: IntegrationRecord,
  generated: Pick<Integration, "client_secret" | "access_token" | "webhook_secret"> = {},
): Integration {
  const { secrets: _, tokens, capability_revision: __, ...described } = record;
  const { webhook, created_at, updated_at, ...rest } = described;
  const [newest] = tokens;
  return {
    ...rest,
    ...generated,
    ...(newest !== undefined && { token_issued_at: timestamp(newest.issued_at) }),
    webhook_url: webhook?.url ?? null,
    created_at: timestamp(created_at),
    updated_at: timestamp(updated_at),
  };
}

/** The field that a body would change although it never changes. */
function changeOf(
  given: Partial<Pick<IntegrationRecord, (typeof fixed)[number] | "install_scope">>,
  present: IntegrationRecord | undefined,
): string | undefined {
  if (present === undefined) return undefined;
  const { install_scope } = given;
  if (install_scope && !isSameScope(install_scope, present.install_scope)) return "install_scope";
  return fixed.find((member) => contradicts(given[member], present[member]));
}

/** An internal integration is at home in one workspace, and no browser brings it anywhere. */
function checkKind(record: IntegrationRecord): Result<IntegrationRecord, OAuthError> {
  const { kind, install_scope, redirect_uris } = record;
  if (kind === "public") return ok(record);
  if (install_scope === "any" || install_scope.length !== 1) {
    return unacceptable(
      "The field install_scope of an internal integration must be one workspace.",
    );
  }
  return redirect_uris.length === 0
    ? ok(record)
    : unacceptable("The field redirect_uris of an internal integration must be empty.");
}

/** What was consented to before does not cover what was added, nor what is gone. */
function revisionAfter(
  present: IntegrationRecord | undefined,
  capabilities: IntegrationRecord["capabilities"],
): number {
  if (present === undefined) return 0;
  const isSame = areSameCapabilities(present.capabilities, capabilities);
  return isSame ? present.capability_revision : present.capability_revision + 1;
}

/** Whether both lists have the same capabilities, in any order. */
export function areSameCapabilities(one: readonly string[], other: readonly string[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0;
}

type InstallScope = IntegrationRecord["install_scope"];

function isSameScope(given: InstallScope, present: InstallScope): boolean {
  return [given].flat().toSorted().join() === [present].flat().toSorted().join();
}

const fixed = ["id", "client_id", "kind"] as const;
