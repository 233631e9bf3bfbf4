import * as v from "valibot";
import {
  clientRegistration,
  clientRegistrationRequest,
  newRegistrationToken,
  registrationToken,
  registrationTokenInput,
} from "./schemas.ts";
import { required } from "../objects.ts";
import { list } from "../values.ts";
import { stepOf } from "../operations/inspect.ts";
import { adminOperation, clientOperation } from "../operations/kinds.ts";
import { type Operation, page } from "../operations/operation.ts";

const id = required(v.string(), "The `client_id` of the client.");

/** What clients that register themselves call. */
const registration = {
  ...clientOperation,
  cors: "everyone",
  stores_before_authentication: false,
  assertion_audience: false,
  dpop: false,
} as const;

export const registrationOperations = {
  createOidcDynamicClient: {
    ...registration,
    method: "POST",
    path: "/connect/register",
    also_at: ["/oauth2/register"],
    body: "json",
    request: clientRegistrationRequest,
    body_required: true,
    success: 201,
    response: clientRegistration,
    errors: [400, 401, 404, 413, 429, 500],
    authentication: "initial_access_token",
    discovery: {
      name: "registration_endpoint",
      replaced_by: "webfinger.oidc_discovery.client_registration_url",
      mtls_alias: true,
    },
    inspect: stepOf(
      "registration",
      {
        name: "registered",
        refused: "registration_refused",
        sentence: "A client registers itself",
        contents: "what was registered",
        outcome: "granted",
        headline: null,
      },
      {
        successes: "all",
      },
    ),
    title: "Register a client",
    summary: "Registers the client that calls.",
    description:
      "RFC 7591, only where `oauth2.registration.mode` is not `off`. With the mode `token`, send an initial access token as `Authorization: Bearer`.",
  },
  getOidcDynamicClient: {
    ...registration,
    method: "GET",
    path: "/connect/register/{id}",
    also_at: ["/oauth2/register/{id}"],
    inputs: { id },
    success: 200,
    response: clientRegistration,
    errors: [401, 404, 500],
    authentication: "registration_access_token",
    discovery: null,
    inspect: null,
    title: "Get a registration",
    summary: "Returns the registration of the client that calls.",
    description: "RFC 7592 §2.1. Send its registration access token as `Authorization: Bearer`.",
  },
  setOidcDynamicClient: {
    ...registration,
    method: "PUT",
    path: "/connect/register/{id}",
    also_at: ["/oauth2/register/{id}"],
    inputs: { id },
    body: "json",
    request: clientRegistrationRequest,
    body_required: true,
    success: 200,
    response: clientRegistration,
    errors: [400, 401, 404, 409, 413, 500],
    authentication: "registration_access_token",
    discovery: null,
    inspect: stepOf(
      "registration",
      {
        name: "registration_updated",
        refused: "registration_update_refused",
        sentence: "A client updates its registration",
        contents: "what was registered",
        outcome: "granted",
        headline: null,
      },
      {
        successes: "all",
      },
    ),
    title: "Replace a registration",
    summary: "Replaces the registration of the client that calls.",
    description:
      "RFC 7592 §2.2. Send its registration access token as `Authorization: Bearer`. The response has a new one, and the one that was sent stops working.",
  },
  deleteOidcDynamicClient: {
    ...registration,
    method: "DELETE",
    path: "/connect/register/{id}",
    also_at: ["/oauth2/register/{id}"],
    inputs: { id },
    success: 204,
    errors: [401, 404, 500],
    authentication: "registration_access_token",
    discovery: null,
    inspect: null,
    title: "Delete a registration",
    summary: "Deletes the client that calls, and everything issued to it.",
    description: "RFC 7592 §2.3. Send its registration access token as `Authorization: Bearer`.",
  },
  listRegistrationTokens: {
    ...adminOperation,
    method: "GET",
    path: "/registration-tokens",
    inputs: page,
    success: 200,
    response: list(registrationToken),
    errors: [401, 403, 500],
    access: "read",
    role: "viewer",
    title: "List initial access tokens",
    summary: "Lists the initial access tokens with which clients can register, the newest first.",
  },
  createRegistrationToken: {
    ...adminOperation,
    method: "POST",
    path: "/registration-tokens",
    body: "json",
    request: registrationTokenInput,
    success: 201,
    response: newRegistrationToken,
    errors: [400, 401, 403, 500],
    access: "write",
    role: "operator",
    title: "Create an initial access token",
    summary:
      "Creates an initial access token, with which clients can register, and returns it once.",
  },
  deleteRegistrationToken: {
    ...adminOperation,
    method: "DELETE",
    path: "/registration-tokens/{id}",
    inputs: { id: required(v.string(), "The `id` of the token.") },
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "operator",
    title: "Delete an initial access token",
    summary: "Deletes an initial access token, and no client that was registered with it.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
