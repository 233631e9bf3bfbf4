import type { WorkspaceTokenResponse } from "@latchkey/api";
import {
  endOfLife,
  randomId,
  readGrantToken,
  writeGrantToken,
} from "@latchkey/server/feature/endpoints";
import { err, ok } from "@latchkey/server/feature/rules";
import { assertNoPendingUndo } from "@latchkey/server/feature/store";
import type { WorkspaceContext } from "./context.ts";
import { decideExchange, MAX_FAILURES } from "./rules/exchange.ts";
import type { MemberRecord, WorkspaceGrant, WorkspaceRecord } from "./rules/records.ts";
import { decideWorkspaceRefresh } from "./rules/refresh.ts";
import { workspaceErrors } from "./rules/errors.ts";
import { type CodeRequest, parseTokenRequest, type RefreshRequest } from "./rules/token-request.ts";
import { describeWorkspaceTokens } from "./rules/token-response.ts";
import { tokenKinds } from "./token-kinds.ts";
import { type Call, callEndpoint, type Outcome } from "./call.ts";
import { findStanding, type Standing } from "./standing.ts";

/** The oldest are revoked beyond this. */
const MAX_GRANTS_OF_A_BOT = 10;

/** POST /v1/oauth/token. */
export const exchangeToken = callEndpoint(async (call, context) => {
  const request = parseTokenRequest(call.body, call.integration.client_id);
  if (!request.ok) return request;
  return request.value.grant_type === "authorization_code"
    ? exchangeCode(request.value, call, context)
    : refresh(request.value, call, context);
});

async function exchangeCode(request: CodeRequest, call: Call, context: WorkspaceContext): Outcome {
  const {
    config,
    signer,
    now,
    now_ms,
    workspace: { store },
  } = context;
  const token = readGrantToken(signer, tokenKinds.code, request.code);
  const found = token && (await store.workspace_grants.find(token.grant_id));
  const { grant, member, workspace } = found ? await findStanding(found, context) : {};
  const decision = decideExchange(token, grant, call.integration, request, {
    member,
    now: now(),
    now_ms: call.received_at_ms,
    replay_window_ms: config["workspace.replay_window"] * 1000,
  });
  switch (decision.kind) {
    case "reject":
      if (decision.error === workspaceErrors.code_used)
        assertNoPendingUndo(grant?.exchanged_at_ms, context.store);
      if (decision.count_failure && grant) {
        await store.workspace_grants.countFailure(grant.grant_id, MAX_FAILURES, now());
      }
      return err(decision.error);
    case "revoke_grant":
      if (decision.error === workspaceErrors.code_used)
        assertNoPendingUndo(grant?.exchanged_at_ms, context.store);
      await store.workspace_grants.revoke(decision.grant_id, now());
      return err(decision.error);
    case "exchange": {
      if (workspace === undefined) return err(workspaceErrors.installation_gone);
      const generation_at_ms = now_ms();
      const installed = await store.workspace_grants.exchange(decision.grant, {
        generation_at_ms,
        expires_at: lifeOf(generation_at_ms, context),
        new_bot_id: randomId(),
        external_account: request.external_account ?? null,
        now: now(),
        max_grants: MAX_GRANTS_OF_A_BOT,
      });
      if (installed === "gone") return err(workspaceErrors.installation_gone);
      if (installed === undefined) return err(workspaceErrors.code_used);
      const { bot_id } = installed;
      const issued = { ...decision.grant, bot_id, generation: 1, generation_at_ms };
      context.server_metrics.access_tokens_issued("workspace").add();
      return ok(describePair({ grant: issued, workspace, member }, call, context));
    }
  }
}

async function refresh(request: RefreshRequest, call: Call, context: WorkspaceContext): Outcome {
  const {
    config,
    now,
    now_ms,
    workspace: { store },
  } = context;
  const { decision, grant, workspace, member } = await decide(request, call, context);
  const isUsed = "error" in decision && decision.error === workspaceErrors.refresh_token_used;
  if (isUsed || decision.kind === "repeat")
    assertNoPendingUndo(grant?.generation_at_ms, context.store);
  switch (decision.kind) {
    case "reject":
      return err(decision.error);
    case "revoke_grant":
      await store.workspace_grants.revoke(decision.grant_id, now());
      return err(decision.error);
    case "repeat":
      return repeatPair(decision.grant, { workspace, member }, call, context);
    case "rotate": {
      if (workspace === undefined) return err(workspaceErrors.installation_gone);
      const generation_at_ms = now_ms();
      const expires_at = lifeOf(generation_at_ms, context);
      const won = await store.workspace_grants.rotate(decision.grant, generation_at_ms, expires_at);
      if (!won) {
        // Another request was first. Whatever happened since, this one had arrived before and is no replay.
        const again = config["workspace.repeat_refresh"]
          ? await decide(request, call, context)
          : undefined;
        return again?.decision.kind === "repeat"
          ? repeatPair(again.decision.grant, again, call, context)
          : err(workspaceErrors.refresh_token_used);
      }
      const generation = decision.grant.generation + 1;
      const issued = { ...decision.grant, generation, generation_at_ms };
      context.server_metrics.access_tokens_issued("workspace").add();
      return ok(describePair({ grant: issued, workspace, member }, call, context));
    }
  }
}

async function decide(request: RefreshRequest, call: Call, context: WorkspaceContext) {
  const {
    config,
    signer,
    now,
    workspace: { store },
  } = context;
  const token = readGrantToken(signer, tokenKinds.refresh_token, request.refresh_token);
  const found = token && (await store.workspace_grants.find(token.grant_id));
  const { grant, installation, member, workspace } = found
    ? await findStanding(found, context)
    : {};
  const decision = decideWorkspaceRefresh(token, grant, call.integration, {
    installation,
    member,
    now: now(),
    now_ms: call.received_at_ms,
    replay_window_ms: config["workspace.replay_window"] * 1000,
    repeat: config["workspace.repeat_refresh"],
  });
  return { decision, grant, member, workspace };
}

/** The pair of a grant again, for an integration that did not receive it. */
function repeatPair(
  grant: WorkspaceGrant,
  { workspace, member }: Pick<Standing, "workspace" | "member">,
  call: Call,
  context: WorkspaceContext,
): Awaited<Outcome> {
  if (workspace === undefined) return err(workspaceErrors.installation_gone);
  return ok(describePair({ grant, workspace, member }, call, context));
}

interface Issued {
  readonly grant: WorkspaceGrant;
  readonly workspace: WorkspaceRecord;
  readonly member: MemberRecord | undefined;
}

/**
 * The pair of a grant's present generation. It reads nothing from the database: when the write was committed, nothing may
 * come between it and its response.
 */
function describePair(
  { grant, workspace, member }: Issued,
  call: Call,
  context: WorkspaceContext,
): WorkspaceTokenResponse {
  const { config, signer } = context;
  const issued_at = Math.floor(grant.generation_at_ms / 1000);
  const write = (kind: "access_token" | "refresh_token"): string =>
    writeGrantToken(signer, tokenKinds[kind], {
      grant_id: grant.grant_id,
      generation: grant.generation,
      issued_at,
      expires_at: endOfLife(issued_at, config[`workspace.ttl.${kind}`]),
    });
  const ttl = config["workspace.ttl.access_token"];
  const age = Math.max(context.now() - issued_at, 0); // The clock of another server may be ahead.
  return describeWorkspaceTokens({
    access_token: write("access_token"),
    refresh_token: write("refresh_token"),
    expires_in: ttl === "never" ? undefined : Math.max(ttl - age, 0),
    bot_id: grant.bot_id ?? "",
    grant,
    integration: call.integration,
    workspace,
    member,
    request_id: call.request_id,
  });
}

/** When a grant expires whose present generation begins now. */
function lifeOf(generation_at_ms: number, { config }: WorkspaceContext): number {
  const at = Math.floor(generation_at_ms / 1000);
  return Math.max(
    endOfLife(at, config["workspace.ttl.access_token"]),
    endOfLife(at, config["workspace.ttl.refresh_token"]),
  );
}
