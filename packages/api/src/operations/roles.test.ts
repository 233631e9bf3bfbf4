import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { operations } from "../operations.ts";
import { mayHandOutRights, reservedRightOf, reservedRights } from "../reserved-rights.ts";
import type { Operation } from "./operation.ts";
import { covers, denialOf, type Grants, mayCall, type Permission, roles } from "./roles.ts";

/** Every operation that needs an API key, by the least role that may call it: written by hand, so that no row changes unseen. */
const least: Readonly<Record<"any" | (typeof roles)[number], string>> = {
  any: "getVersion getAccess endOperatorSession",
  viewer: `getSystemSecrets prometheus listOAuth2Clients getOAuth2Client explainOAuth2Client listApis getApi
    listSubjectConsentSessions introspectOAuth2Token listInvitations listAccountEvents listAccountSessions listAccounts
    listFailedSignIns exportFailedSignIns
    getAccount listAccountFactors listIdentityProviders getIdentityProvider getBranding previewBranding
    listRegistrationTokens listTrustedJwtGrantIssuers getTrustedJwtGrantIssuer listWorkspaces getWorkspace
    listWorkspaceMembers getWorkspaceMember listIntegrations getIntegration listWebhookDeliveries listInstallations
    getInstallation introspectIntegrationToken listAuthorizationDetailsTypes getAuthorizationDetailsType listFlows getFlow
    getTakeover listAuditEntries getAuditEntry exportAuditEntries getAuditHead listManagedResources predictImpact
    listEventReceivers getEventReceiver listEventDeliveries listEventStreams checkOutboundUrls`,
  operator: `createOAuth2Client updateOAuth2Client patchOAuth2Client setOAuth2ClientLifespans deleteOAuth2Client
    rotateOAuth2ClientSecret addOAuth2ClientSecret deleteRotatedOAuth2ClientSecrets createApi updateApi deleteApi
    revokeConsentSessions revokeAuthenticationSession flushInactiveOAuth2Tokens deleteOAuth2Token createInvitation
    deleteInvitation deleteAccountSession deleteAccountSessions createAccount exportAccount setBranding
    createRegistrationToken deleteRegistrationToken deleteTrustedJwtGrantIssuer createWorkspace updateWorkspace
    deleteWorkspace createWorkspaceMember updateWorkspaceMember deleteWorkspaceMember createIntegration updateIntegration
    deleteIntegration rotateIntegrationSecret issueIntegrationToken revokeIntegrationTokens rotateWebhookSecret testWebhook
    updateInstallation deleteInstallation createAuthorizationDetailsType updateAuthorizationDetailsType
    deleteAuthorizationDetailsType labelManagedResource releaseManagedResource holdApplyLease releaseApplyLease
    compareOAuth2ClientSecret endEverything
    createEventReceiver updateEventReceiver deleteEventReceiver rotateEventReceiverSecret testEventReceiver resendEvent skipEvent setEventStreamStatus deleteEventStream`,
  // Private keys; answers for users, passwords and factors, with which one could sign in as an administrator; and rights.
  administrator: `listJsonWebKeySets getJsonWebKeySet createJsonWebKeySet updateJsonWebKeySet deleteJsonWebKeySet
    getJsonWebKey updateJsonWebKey deleteJsonWebKey listSigningKeys addSigningKey listSigners retireSigningKey
    getLoginRequest acceptLoginRequest
    rejectLoginRequest getConsentRequest acceptConsentRequest rejectConsentRequest getLogoutRequest acceptLogoutRequest
    rejectLogoutRequest updateAccount deleteAccount deleteAccountFactor deleteAccountFactors createIdentityProvider
    updateIdentityProvider deleteIdentityProvider getUserCodeRequest acceptUserCodeRequest rejectUserCodeRequest
    getBackchannelRequest listBackchannelRequests acceptBackchannelRequest rejectBackchannelRequest trustJwtGrantIssuer updateTrustedJwtGrantIssuer
    getWorkspaceConsentRequest acceptWorkspaceConsentRequest rejectWorkspaceConsentRequest listApiKeys createApiKey
    getApiKey renameApiKey revokeApiKey reloadSettings listOperators addOperator getOperator updateOperator removeOperator`,
};

/** What callers who see only some workspaces may call at all. */
const ofWorkspaces = `listWorkspaces getWorkspace updateWorkspace listWorkspaceMembers createWorkspaceMember
  getWorkspaceMember updateWorkspaceMember deleteWorkspaceMember listInstallations getInstallation updateInstallation
  deleteInstallation`;

/** What acts on records that may hold rights that only administrators hand out. */
const acting: Readonly<Record<NonNullable<Permission["acts_on"]>, string>> = {
  client: `createOAuth2Client updateOAuth2Client patchOAuth2Client setOAuth2ClientLifespans deleteOAuth2Client
    rotateOAuth2ClientSecret addOAuth2ClientSecret deleteRotatedOAuth2ClientSecrets compareOAuth2ClientSecret`,
  api_key: "createApiKey renameApiKey revokeApiKey",
  operator: "addOperator updateOperator removeOperator",
};

const closed = Object.entries<Operation>(operations).filter(([, { access }]) => access !== "open");

describe("the contract", () => {
  for (const [id, row] of closed) {
    it(`says who may call ${id}`, () => {
      const from = Object.entries(least).find(([, ids]) => wordsOf(ids).includes(id))?.[0];
      assert.ok(from !== undefined, "name the least role in the table of this test");
      const rank = ["any", ...roles].indexOf(from);
      for (const [at, role] of roles.entries()) {
        assert.equal(mayCall({ role }, id, row), at + 1 >= rank, role);
        const isOfWorkspaces: boolean = from === "any" || wordsOf(ofWorkspaces).includes(id);
        const limited = { role, workspaces: ["acme"] };
        assert.equal(
          mayCall(limited, id, row),
          at + 1 >= rank && isOfWorkspaces,
          `limited ${role}`,
        );
      }
      assert.equal(mayCall({ operations: [id] }, id, row), true);
      assert.equal(mayCall({ operations: ["getHealth"] }, id, row), from === "any");
      for (const scope of ["read", "write", "keys"] as const)
        assert.equal(mayCall({ scopes: [scope] }, id, row), scope === row.access, scope);
    });
  }

  for (const [id, row] of closed) {
    it(`says what ${id} acts on`, () => {
      const expected = Object.entries(acting).find(([, ids]) => wordsOf(ids).includes(id))?.[0];
      assert.equal(row.acts_on, expected);
      // Nothing that writes there can be added without it.
      const isRecord = /^(?:\/admin)?\/(?:clients|api-keys|operators)(?:\/|$)/.test(row.path);
      assert.equal(isRecord && row.method !== "GET", expected !== undefined);
    });
  }

  it("names the rights that only administrators hand out", () => {
    assert.deepEqual(reservedRights, {
      client: ["vault_providers", "support_access"],
      operator: ["acts_for_users"],
    });
    assert.equal(
      reservedRightOf("client", { vault_providers: [], support_access: false }),
      undefined,
    );
    assert.equal(reservedRightOf("client", { vault_providers: ["there"] }), "vault_providers");
    assert.equal(reservedRightOf("client", { support_access: true }), "support_access");
    assert.equal(reservedRightOf("operator", { acts_for_users: true }), "acts_for_users");
    const administrator = { scopes: ["read", "write", "keys"] } as const;
    assert.equal(mayHandOutRights(undefined, operations), true);
    assert.equal(mayHandOutRights(administrator, operations), true);
    for (const role of roles)
      assert.equal(mayHandOutRights({ role }, operations), role === "administrator", role);
    assert.equal(mayHandOutRights({ scopes: ["read", "write"] }, operations), false);
  });

  it("has no operation in the table of this test that does not exist", () => {
    const ids = [...Object.values(least), ofWorkspaces].flatMap(wordsOf);
    for (const id of ids) assert.ok(id in operations, id);
  });

  it("lets every caller call what is open", () => {
    for (const [id, row] of Object.entries(operations)) {
      assert.equal(row.role === null, row.access === "open", id);
      if (row.access === "open") assert.equal(mayCall({ operations: [] }, id, row), true, id);
    }
  });

  it("names an input of the operation where it limits callers to their workspaces", () => {
    for (const [id, { workspaces, inputs }] of Object.entries<Permissions>(operations))
      if (typeof workspaces === "object") assert.ok(workspaces.input in (inputs ?? {}), id);
  });
});

type Permissions = Permission & { readonly inputs?: object };

describe("a caller who sees only some workspaces", () => {
  const grants: Grants = { role: "operator", workspaces: ["acme", "globex"] };
  const cases: Record<string, [keyof typeof operations, string | undefined, string | undefined]> = {
    "reads its workspace": ["getWorkspace", "acme", undefined],
    "changes its other workspace": ["updateWorkspace", "globex", undefined],
    "reads another workspace": ["getWorkspace", "initech", "other_workspace"],
    "reads the members of another workspace": [
      "listWorkspaceMembers",
      "initech",
      "other_workspace",
    ],
    "deletes a member of another workspace": [
      "deleteWorkspaceMember",
      "initech",
      "other_workspace",
    ],
    "reads with an id that begins like its own": ["getWorkspace", "acme2", "other_workspace"],
    "lists installations of its workspace": ["listInstallations", "acme", undefined],
    "lists installations of all workspaces": ["listInstallations", undefined, "other_workspace"],
    "lists workspaces, of which the endpoint leaves out others": [
      "listWorkspaces",
      undefined,
      undefined,
    ],
    "reads clients": ["listOAuth2Clients", undefined, "all_workspaces"],
    "creates a workspace": ["createWorkspace", undefined, "all_workspaces"],
    "deletes its workspace": ["deleteWorkspace", "acme", "all_workspaces"],
    "reads accounts": ["listAccounts", undefined, "all_workspaces"],
    "asks who it is": ["getAccess", undefined, undefined],
  };
  for (const [name, [id, input, reason]] of Object.entries(cases)) {
    it(`${name}: ${reason ?? "allowed"}`, () => {
      assert.equal(denialOf(grants, id, operations[id], () => input)?.reason, reason);
    });
  }
});

describe("who may give which rights", () => {
  const administrator: Grants = { role: "administrator" };
  const cases: Record<string, [Grants, Grants, boolean]> = {
    "an administrator gives administration": [administrator, administrator, true],
    "an administrator gives one operation": [
      administrator,
      { operations: ["getJsonWebKey"] },
      true,
    ],
    "an administrator gives a workspace": [
      administrator,
      { role: "viewer", workspaces: ["a"] },
      true,
    ],
    "an operator gives viewing": [{ role: "operator" }, { role: "viewer" }, true],
    "an operator gives administration": [{ role: "operator" }, administrator, false],
    "an operator gives an answer to logins": [
      { role: "operator" },
      { operations: ["acceptLoginRequest"] },
      false,
    ],
    "a key that creates keys gives only itself": [
      { operations: ["createApiKey"] },
      { operations: ["createApiKey"] },
      true,
    ],
    "a key that creates keys gives reading": [
      { operations: ["createApiKey"] },
      { operations: ["listApis"] },
      false,
    ],
    "a key of the settings with all scopes gives administration": [
      { scopes: ["read", "write", "keys"] },
      administrator,
      true,
    ],
    "a key of the settings that writes gives operation": [
      { scopes: ["read", "write"] },
      { role: "operator" },
      true,
    ],
    "a key of the settings without keys gives administration": [
      { scopes: ["read", "write"] },
      administrator,
      false,
    ],
    "one of two workspaces is given": [
      { role: "operator", workspaces: ["a", "b"] },
      { role: "viewer", workspaces: ["a"] },
      true,
    ],
    "another workspace is given": [
      { role: "operator", workspaces: ["a"] },
      { role: "viewer", workspaces: ["a", "b"] },
      false,
    ],
    "the limit to workspaces is left out": [
      { role: "operator", workspaces: ["a"] },
      { role: "viewer" },
      false,
    ],
  };
  for (const [name, [giver, given, expected]] of Object.entries(cases)) {
    it(`${name}: ${expected ? "yes" : "no"}`, () => {
      // What is "any" may be called by every record, but not by every key of the settings.
      const table = Object.fromEntries(
        Object.entries(operations).filter(([, { role }]) => role !== "any"),
      );
      assert.equal(covers(giver, given, table), expected);
      assert.equal(covers(giver, given, operations), expected);
    });
  }
});

test("every role covers those before it", () => {
  for (const [at, role] of roles.entries())
    for (const [other_at, other] of roles.entries())
      assert.equal(covers({ role }, { role: other }, operations), at >= other_at);
});

function wordsOf(ids: string): readonly string[] {
  return ids.split(/\s+/);
}
