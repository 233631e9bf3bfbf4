/** Invitations to have an account of the built-in sign-in pages. */

import * as v from "valibot";
import { email, lifespan } from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { adminOperation } from "../operations/kinds.ts";
import { type Operation, page } from "../operations/operation.ts";
import { flag, list, oneOf, timestamp } from "../values.ts";
import { attributes, groups, personName } from "./schemas.ts";

/** The languages of the built-in pages and mails. */
const locale = oneOf(["en", "de", "fr", "es", "ja", "zh", "zh-TW"]);

const shared = {
  name: optional(personName, "The name that the account has at first; the user can change it."),
  groups: optional(groups, "The groups of the account."),
  attributes: optional(attributes, "Facts of your own about the account, JSON under a name each."),
};

export const invitationInput = named(
  "InvitationInput",
  "Who is invited, and what their account has.",
  requestObject({
    email: required(
      email,
      "The address, which is the username of the account unless users choose one.",
    ),
    ...shared,
    locale: optional(locale, "The language of the mail; `en` by default."),
    expires_in: optional(
      lifespan,
      "How long the link is valid, such as `48h`; `ttl.invitation` by default.",
    ),
    send_mail: optional(
      flag,
      "Whether the link is mailed, which is the default where mails can be sent. Otherwise the response has it, and the address does not count as verified.",
    ),
  }),
  {
    email: "alice@wonderland.example",
    name: "Alice Liddell",
    groups: ["staff"],
    expires_in: "48h",
  },
);

export interface InvitationInput extends ValueOf<typeof invitationInput> {}

const invitationFields = {
  id: required(v.string(), "Identifies it."),
  email: required(v.string(), "The address that is invited."),
  ...shared,
  groups: required(groups, "The groups that the account will have."),
  attributes: required(attributes, "The attributes that the account will have."),
  mailed: required(
    flag,
    "Whether the link was mailed: then the address is verified once the invitation is accepted.",
  ),
  created_at: required(timestamp, "When it was created, in RFC 3339."),
  expires_at: required(timestamp, "When its link stops working, in RFC 3339."),
};

const invitation = named(
  "Invitation",
  "A user who is invited and has no account yet.",
  v.object(invitationFields),
);

export interface Invitation extends ValueOf<typeof invitation> {}

const newInvitation = named(
  "NewInvitation",
  "An invitation that was just created.",
  v.object({
    ...invitationFields,
    link: optional(
      v.string(),
      "The link, where it was not mailed. It is returned this once: only its hash is stored.",
    ),
  }),
);

export interface NewInvitation extends ValueOf<typeof newInvitation> {}

export const invitationOperations = {
  listInvitations: {
    ...adminOperation,
    method: "GET",
    path: "/invitations",
    inputs: page,
    success: 200,
    response: list(invitation),
    errors: [401, 403, 500],
    access: "read",
    role: "viewer",
    title: "List invitations",
    summary: "Lists the invitations that were not accepted yet and have not expired, newest first.",
  },
  createInvitation: {
    ...adminOperation,
    method: "POST",
    path: "/invitations",
    body: "json",
    request: invitationInput,
    body_required: true,
    success: 201,
    response: newInvitation,
    errors: [400, 401, 403, 409, 500],
    access: "write",
    role: "operator",
    title: "Invite a user",
    summary:
      "Mails a link with which a user creates an account of the built-in pages, or returns the link where it is not mailed.",
    description:
      "Works unless `identity.registration` is `off`. An earlier invitation of the same address ends.",
  },
  deleteInvitation: {
    ...adminOperation,
    method: "DELETE",
    path: "/invitations/{id}",
    inputs: { id: required(v.string(), "The `id` of the invitation.") },
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "operator",
    title: "Withdraw an invitation",
    summary: "Deletes an invitation, whose link stops working.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
