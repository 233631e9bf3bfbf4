import { covers, operations, operatorInput, operatorUpdate, read } from "@latchkey/api";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { readJson } from "../../http/json.ts";
import { pageHeaders, readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import { json, noContent } from "../../http/response.ts";
import { describeProblem, type OAuthError } from "../../oauth/oauth-error.ts";
import {
  creatorOf,
  isForced,
  lastCheckOf,
  lastConflict,
  ownRightsConflict,
  refusalOfChange,
} from "./caller.ts";
import type { OperatorsContext } from "./context.ts";
import { decideGrants, decideSupportRight, losesOwnRights } from "./rules/new-grants.ts";
import { describeOperator, grantsOf, type OperatorRecord } from "./rules/records.ts";

type Endpoint = FeatureEndpoint<OperatorsContext>;

/** GET /operators. */
export const listOperators: Endpoint = async ({ path, query }, { operators }) => {
  const page = readPage(query);
  const { items, total } = await operators.operators.list(page);
  const described = items.map((one) => describeOperator(one, one.api_keys));
  return json(200, described, pageHeaders(path, query, page, total));
};

/** POST /operators. */
export const addOperator: Endpoint = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const input = read(operatorInput, body.value);
  if (!input.ok) return refuse(describeProblem(input.error), request, context);

  const { username, subject: given, name, role, workspaces } = input.value;
  const { acts_for_users = false } = input.value;
  if ((username === undefined) === (given === undefined)) return refuse(oneUser, request, context);
  const subject = given ?? (await context.users.findByName(username ?? ""));
  if (subject === undefined) return refuse(noAccount, request, context);
  const wanted = { role, ...(workspaces && { workspaces }) };
  const granted = decideGrants(wanted, request.grants, true);
  if (!granted.ok) return refuse(granted.error, request, context);
  const support = decideSupportRight({ acts_for_users, ...wanted }, request.grants);
  if (!support.ok) return refuse(support.error, request, context);
  const record: OperatorRecord = {
    subject,
    name: name ?? username ?? subject,
    role,
    workspaces: granted.value.workspaces,
    acts_for_users,
    created_by: creatorOf(request),
    created_at: context.now(),
  };
  const added = await context.operators.operators.add(record);
  return added ? json(201, describeOperator(record, 0)) : refuse(exists, request, context);
};

/** GET /operators/{subject}. */
export const getOperator: Endpoint = async (request, context) => {
  const found = await context.operators.operators.find(request.params["subject"] ?? "");
  return found === undefined
    ? refuse(unknown, request, context)
    : json(200, describeOperator(found, found.api_keys));
};

/** PUT /operators/{subject}. */
export const updateOperator: Endpoint = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const input = read(operatorUpdate, body.value);
  if (!input.ok) return refuse(describeProblem(input.error), request, context);

  const { name, role, acts_for_users = false, ...rest } = input.value;
  const { subject = "" } = request.params;
  const found = await context.operators.operators.find(subject);
  if (found === undefined) return refuse(unknown, request, context);
  const granted = decideGrants({ role, ...rest }, request.grants, true);
  if (!granted.ok) return refuse(granted.error, request, context);
  const support = decideSupportRight({ acts_for_users, ...rest }, request.grants);
  if (!support.ok) return refuse(support.error, request, context);
  const refusal = refusalOfChange(found, request);
  if (refusal !== undefined) return refuse(refusal, request, context);
  const { workspaces } = granted.value;
  const isOwn = losesOwnRights(request.caller, { kind: "account", id: subject }, granted.value);
  if (isOwn && !isForced(request)) return refuse(ownRightsConflict, request, context);

  const updated = await context.operators.operators.update(
    { subject, name: name ?? found.name, role, workspaces, acts_for_users },
    (key) => !covers({ role, workspaces }, grantsOf(key), operations),
    lastCheckOf(request, context),
  );
  if (updated === "unknown") return refuse(unknown, request, context);
  if (updated === "last") return refuse(lastConflict, request, context);
  return json(200, describeOperator(updated));
};

/** DELETE /operators/{subject}. */
export const removeOperator: Endpoint = async (request, context) => {
  const { subject = "" } = request.params;
  const found = await context.operators.operators.find(subject);
  if (found === undefined) return refuse(unknown, request, context);
  const refusal = refusalOfChange(found, request);
  if (refusal !== undefined) return refuse(refusal, request, context);
  const isOwn = losesOwnRights(request.caller, { kind: "account", id: subject }, undefined);
  if (isOwn && !isForced(request)) return refuse(ownRightsConflict, request, context);

  const keepsKeys = request.query.get("keep_api_keys") === "true";
  const check = lastCheckOf(request, context);
  switch (await context.operators.operators.remove(subject, keepsKeys, check)) {
    case "removed":
      return noContent();
    case "last":
      return refuse(lastConflict, request, context);
    case "unknown":
      return refuse(unknown, request, context);
  }
};

const oneUser: OAuthError = {
  error: "invalid_request",
  error_description: "Send either a username or a subject.",
};

const noAccount: OAuthError = {
  error: "not_found",
  error_description:
    "No account has this username. With a login app of your own, send the subject in its place.",
};

const exists: OAuthError = {
  error: "conflict",
  error_description: "This user has a role already: change that.",
};

const unknown: OAuthError = {
  error: "not_found",
  error_description: "No operator has this subject.",
};
