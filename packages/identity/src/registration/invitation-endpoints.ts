import {
  type Invitation,
  invitationInput,
  type NewInvitation,
  parseLifespan,
  readUsername,
} from "@latchkey/api";
import type { FeatureEndpoint } from "@latchkey/server/feature";
import {
  json,
  noContent,
  noStore,
  pageHeaders,
  randomId,
  readJson,
  readPage,
  refuse,
} from "@latchkey/server/feature/endpoints";
import { type OAuthError, readInput, timestamp } from "@latchkey/server/feature/rules";
import type { IdentityContext } from "../context.ts";
import { isMailAddress } from "../mail/rules/address.ts";
import { normalizeEmail } from "../rules/verified-email.ts";
import { linkOf } from "./link-urls.ts";
import type { StoredInvitation } from "./store/port.ts";

type Endpoint = FeatureEndpoint<IdentityContext>;

/** GET /invitations. */
export const listInvitations: Endpoint = async ({ path, query }, { identity, now }) => {
  const page = readPage(query);
  const { items, total } = await identity.store.invitations.list(page, now());
  return json(200, items.map(describeInvitation), pageHeaders(path, query, page, total));
};

/** POST /invitations: mails the link, or returns it. */
export const createInvitation: Endpoint = async (request, context) => {
  const { config, identity, now } = context;
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, invitationInput) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const { email: typed, name, locale = "en", groups = [], attributes = {} } = input.value;
  const email = normalizeEmail(typed);
  if (config["identity.registration"] === "off") return refuse(notOffered, request, context);
  if (!isMailAddress(email) || readUsername(email) === undefined)
    return refuse(malformed, request, context);
  const { send_mail = identity.mails.offered, expires_in } = input.value;
  if (send_mail && !identity.mails.offered) return refuse(noMail, request, context);
  if ((await identity.store.accounts.findByName(email)) !== undefined)
    return refuse(hasAccount, request, context);

  const lifetime = parseLifespan(expires_in ?? "") ?? config["ttl.invitation"];
  const created_at = now();
  const stored: StoredInvitation = {
    invitation_id: randomId(),
    email,
    name,
    groups,
    attributes,
    mailed: send_mail,
    created_at,
    expires_at: created_at + lifetime,
  };
  await identity.store.invitations.create(stored);
  const { invitation_id } = stored;
  const token = await identity.links.create({
    purpose: "invitation",
    subject: randomId(),
    address: email,
    payload: { invitation_id },
    lifetime,
  });
  const url = linkOf("invitation", token, config);
  if (send_mail) {
    const values = { url, valid_for: lifetime };
    await identity.mails.send({
      to: email,
      locale,
      template: "invitation",
      values,
      within: lifetime,
    });
  }
  const created: NewInvitation = {
    ...describeInvitation(stored),
    ...(!send_mail && { link: url }),
  };
  return json(201, created, noStore);
};

/** DELETE /invitations/{id}. */
export const deleteInvitation: Endpoint = async (request, context) => {
  const { invitations } = context.identity.store;
  const deleted = await invitations.delete(request.params["id"] ?? "");
  return deleted ? noContent() : refuse(unknown, request, context);
};

function describeInvitation(stored: StoredInvitation): Invitation {
  const { invitation_id, email, name, groups, attributes, mailed } = stored;
  return {
    id: invitation_id,
    email,
    ...(name !== undefined && { name }),
    groups,
    attributes,
    mailed,
    created_at: timestamp(stored.created_at),
    expires_at: timestamp(stored.expires_at),
  };
}

const notOffered: OAuthError = {
  error: "conflict",
  error_description:
    "Invitations are not offered. Set identity.registration to invite, domain or open.",
};

const hasAccount: OAuthError = {
  error: "conflict",
  error_description: "An account with this email address exists.",
};

const malformed: OAuthError = {
  error: "invalid_request",
  error_description: "The field email must be an email address that mails can be sent to.",
};

const noMail: OAuthError = {
  error: "invalid_request",
  error_description:
    "Mails cannot be sent. Set mail.smtp.url, or leave out send_mail to get the link in the response.",
};

const unknown: OAuthError = {
  error: "not_found",
  error_description: "No invitation has this id.",
};
