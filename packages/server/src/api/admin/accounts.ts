import type * as api from "@latchkey/api";
import { readAccountChange, readNewAccount } from "../../accounts/account-input.ts";
import { createAccountBook, type KnownAccount } from "../../accounts/accounts.ts";
import type { Context, Endpoint } from "../../context/context.ts";
import { json, noContent } from "../../http/response.ts";
import { readJson } from "../../http/json.ts";
import { pageHeaders, readFilter, readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { memoize } from "../../memoize.ts";
import { timestamp } from "../../timestamp.ts";

/** GET /accounts. */
export const listAccounts: Endpoint = async ({ path, query }, context) => {
  const page = readPage(query);
  const search = readFilter(query, ["search"])?.search;
  const { items, total } = await bookOf(context).list(page, search);
  return json(200, items.map(describeAccount), pageHeaders(path, query, page, total));
};

/** POST /accounts. */
export const createAccount: Endpoint = async (request, context) => {
  const body = readJson(request);
  const input = body.ok ? readNewAccount(body.value) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const added = await bookOf(context).add(input.value);
  if (added === undefined) return refuse(taken, request, context);
  const headers = { Location: `/accounts/${encodeURIComponent(added.username)}` };
  return json(201, describeAccount(added), headers);
};

/** GET /accounts/{username}. */
export const getAccount: Endpoint = async (request, context) => {
  const account = await bookOf(context).find(request.params["username"] ?? "");
  return account === undefined
    ? refuse(unknown, request, context)
    : json(200, describeAccount(account));
};

/** PUT /accounts/{username}: fields that are left out keep their values. */
export const updateAccount: Endpoint = async (request, context) => {
  const book = bookOf(context);
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const present = await book.find(request.params["username"] ?? "");
  if (present === undefined) return refuse(unknown, request, context);
  const change = readAccountChange(body.value, present);
  if (!change.ok) return refuse(change.error, request, context);
  const changed = await book.change(present.username, change.value);
  return changed === undefined
    ? refuse(unknown, request, context)
    : json(200, describeAccount(changed));
};

/** DELETE /accounts/{username}. */
export const deleteAccount: Endpoint = async (request, context) => {
  const removed = await bookOf(context).remove(request.params["username"] ?? "");
  return removed ? noContent() : refuse(unknown, request, context);
};

const bookOf = memoize(({ store, now }: Context) => createAccountBook(store.accounts, now));

function describeAccount({ username, subject, profile, created_at }: KnownAccount): api.Account {
  return { username, subject, claims: profile, created_at: timestamp(created_at) };
}

const taken: OAuthError = {
  error: "conflict",
  error_description: "An account with this username exists.",
};

const unknown: OAuthError = {
  error: "not_found",
  error_description: "No account has this username.",
};
