import { isDeepStrictEqual } from "node:util";
import type * as api from "@latchkey/api";
import type { Ended, FeatureEndpoint } from "@latchkey/server/feature";
import {
  json,
  noContent,
  pageHeaders,
  readFilter,
  readJson,
  readPage,
  refuse,
} from "@latchkey/server/feature/endpoints";
import { type OAuthError, timestamp } from "@latchkey/server/feature/rules";
import type { Happening } from "@latchkey/sign-in";
import type { KnownAccount, Taken } from "./account-book.ts";
import type { IdentityContext } from "./context.ts";
import { type AccountChange, readAccountChange, readNewAccount } from "./rules/account-input.ts";
import { describeAccount } from "./describe-account.ts";
import { eraseAccount, exportAccountData } from "./self-service/erase-account.ts";
import type { Factor } from "./store/port.ts";

type Endpoint = FeatureEndpoint<IdentityContext>;

/** GET /accounts. */
export const listAccounts: Endpoint = async ({ path, query }, context) => {
  const page = readPage(query);
  const search = readFilter(query, ["search"])?.search;
  const { items, total } = await context.identity.accounts.list(page, search);
  return json(200, items.map(describeAccount), pageHeaders(path, query, page, total));
};

/** POST /accounts. */
export const createAccount: Endpoint = async (request, context) => {
  const body = readJson(request);
  const input = body.ok ? readNewAccount(body.value) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const added = await context.identity.accounts.add(input.value);
  if (typeof added === "string") return refuse(conflicts[added], request, context);
  if ("error" in added) return refuse(added, request, context);
  const headers = { Location: `/accounts/${encodeURIComponent(added.username)}` };
  return json(201, describeAccount(added), headers);
};

/** GET /accounts/{username}. */
export const getAccount: Endpoint = async (request, context) => {
  const account = await context.identity.accounts.find(request.params["username"] ?? "");
  if (account === undefined) return refuse(unknown, request, context);
  const ended = isDisabled(account) && (await context.ended_access.find(account.subject));
  return json(200, describeAlone(account, ended));
};

/** PUT /accounts/{username}: fields that are left out keep their values. */
export const updateAccount: Endpoint = async (request, context) => {
  const book = context.identity.accounts;
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const present = await book.find(request.params["username"] ?? "");
  if (present === undefined) return refuse(unknown, request, context);
  const change = readAccountChange(body.value, present);
  if (!change.ok) return refuse(change.error, request, context);
  const isDisabling = change.value.state === "disabled";
  const { caller } = request;
  if (isDisabling && caller?.kind === "account" && caller.id === present.subject)
    return refuse(conflicts.own, request, context);
  const changed = await book.change(present.username, change.value, function* mayDisable(account) {
    const { role_holders } = context;
    const isLast = yield* role_holders.isLastAdministrator(account.subject, request);
    return isLast ? "last_administrator" : undefined;
  });
  if (changed === undefined) return refuse(unknown, request, context);
  if (typeof changed === "string") return refuse(conflicts[changed], request, context);
  if ("error" in changed) return refuse(changed, request, context);
  await noteChange(present, changed, change.value, context);
  const ended = isDisabling && (await context.ended_access.finish(changed.subject));
  return json(200, describeAlone(changed, ended));
};

function isDisabled({ state }: KnownAccount): boolean {
  return state === "disabled";
}

/** An account with what was ended when it was disabled. */
function describeAlone(account: KnownAccount, ended: Ended | false | undefined): api.Account {
  if (!ended) return describeAccount(account);
  const { ended_before, counts, complete } = ended;
  return { ...describeAccount(account), ended_access: { ended_before, ended: counts, complete } };
}

/** DELETE /accounts/{username}. */
export const deleteAccount: Endpoint = async (request, context) => {
  const account = await context.identity.accounts.find(request.params["username"] ?? "");
  if (account === undefined) return refuse(unknown, request, context);
  return json(200, await eraseAccount(account, context));
};

/** GET /accounts/{username}/factors. */
export const listAccountFactors: Endpoint = async (request, context) => {
  const account = await context.identity.accounts.find(request.params["username"] ?? "");
  if (account === undefined) return refuse(unknown, request, context);
  const factors = await context.identity.store.factors.list(account.subject);
  return json(200, factors.map(describeFactor));
};

/** DELETE /accounts/{username}/factors/{factor}. */
export const deleteAccountFactor: Endpoint = async (request, context) => {
  const account = await context.identity.accounts.find(request.params["username"] ?? "");
  if (account === undefined) return refuse(unknown, request, context);
  const { history, store } = context.identity;
  const factor = await store.factors.find(request.params["factor"] ?? "");
  const isRemoved =
    factor !== undefined && (await store.factors.remove(account.subject, factor.factor_id));
  if (!isRemoved) return refuse(unknownFactor, request, context);
  await history.add(account.subject, removalOf(factor), "administrator");
  return noContent();
};

/** DELETE /accounts/{username}/factors. */
export const deleteAccountFactors: Endpoint = async (request, context) => {
  const account = await context.identity.accounts.find(request.params["username"] ?? "");
  if (account === undefined) return refuse(unknown, request, context);
  const { history, store } = context.identity;
  const removed = await store.factors.list(account.subject);
  await store.factors.removeAll(account.subject);
  for (const factor of removed)
    await history.add(account.subject, removalOf(factor), "administrator");
  return noContent();
};

function removalOf({ kind, name }: Factor): Happening {
  return { kind: "factor_removed", factor: kind, name };
}

/** A new password is an event of its own: the user should notice it. */
async function noteChange(
  before: KnownAccount,
  after: KnownAccount,
  { password, password_hash }: AccountChange,
  { identity: { history } }: IdentityContext,
): Promise<void> {
  const { subject } = after;
  if (password !== undefined || password_hash !== undefined)
    await history.add(subject, { kind: "password_changed" }, "administrator");
  const fields = changedFields(describeAccount(before), describeAccount(after));
  if (fields.length > 0)
    await history.add(subject, { kind: "account_changed", fields }, "administrator");
}

/** The fields of an account that are not what they were, whatever was sent. */
function changedFields(before: api.Account, after: api.Account): string[] {
  const comparable = ({ claims, state, groups, attributes }: api.Account): object[] => {
    const { updated_at: _, ...others } = claims;
    return [{ claims: others }, { state }, { groups }, { attributes }];
  };
  const old = comparable(before);
  return comparable(after).flatMap((field, index) =>
    isDeepStrictEqual(field, old[index]) ? [] : Object.keys(field),
  );
}

function describeFactor(factor: Factor): api.AccountFactor {
  const { factor_id, kind, name, created_at, last_used_at } = factor;
  return {
    id: factor_id,
    kind,
    name,
    created_at: timestamp(created_at),
    last_used_at: last_used_at === undefined ? null : timestamp(last_used_at),
  };
}

/** GET /accounts/{username}/export. */
export const exportAccount: Endpoint = async (request, context) => {
  const account = await context.identity.accounts.find(request.params["username"] ?? "");
  if (account === undefined) return refuse(unknown, request, context);
  return json(200, await exportAccountData(account, context));
};

const conflicts: Readonly<Record<Taken | "own" | "last_administrator", OAuthError>> = {
  taken: { error: "conflict", error_description: "An account with this username exists." },
  email_taken: {
    error: "conflict",
    error_description: "Another account has this verified email address.",
  },
  own: {
    error: "conflict",
    error_description:
      "This is your own account: disabled, it could not enable itself again. Another administrator can disable it.",
  },
  last_administrator: {
    error: "conflict",
    error_description:
      "No administrator would be left who can sign in. Add another one first: latchkey operators add.",
  },
};

const unknown: OAuthError = {
  error: "not_found",
  error_description: "No account has this username.",
};

const unknownFactor: OAuthError = {
  error: "not_found",
  error_description: "The account has no factor with this id.",
};
