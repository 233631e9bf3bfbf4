import * as v from "valibot";
import {
  acceptBackchannelRequest,
  backchannelAuthenticationError,
  backchannelAuthenticationRequest,
  backchannelAuthenticationResponse,
  backchannelRequest,
} from "./schemas.ts";
import { required } from "../objects.ts";
import { list, nonEmpty, shortText } from "../values.ts";
import { stepByChallenge, stepOf } from "../operations/inspect.ts";
import { adminOperation, clientOperation } from "../operations/kinds.ts";
import type { Operation } from "../operations/operation.ts";

const backchannel_challenge = required(
  nonEmpty,
  "Identifies the request: the notification of the app has it, and the list of pending requests.",
);

export const backchannelOperations = {
  startBackchannelAuthentication: {
    ...clientOperation,
    method: "POST",
    path: "/oauth2/bc-authorize",
    body: "form",
    request: backchannelAuthenticationRequest,
    body_required: true,
    success: 200,
    response: backchannelAuthenticationResponse,
    errors: [400, 401, 429, 500],
    error_response: backchannelAuthenticationError,
    authentication: "client_basic",
    cors: "none",
    stores_before_authentication: false,
    assertion_audience: true,
    dpop: false,
    discovery: { name: "backchannel_authentication_endpoint", replaced_by: null, mtls_alias: true },
    inspect: stepOf("authorization", {
      name: "backchannel_asked",
      refused: "backchannel_refused",
      sentence: "The client asks for a user who is not at its browser",
      contents: "the auth_req_id",
      outcome: "under_way",
      headline: "The user is asked on another device.",
    }),
    title: "Start a backchannel authentication",
    summary: "Asks a user who is not at the client's browser to sign in and consent.",
    description:
      "The user answers on another device. The client requests its tokens with the `auth_req_id`: OpenID CIBA Core.",
  },
  getBackchannelRequest: {
    ...adminOperation,
    method: "GET",
    path: "/oauth2/auth/requests/backchannel",
    inputs: { backchannel_challenge },
    success: 200,
    response: backchannelRequest,
    errors: [400, 404, 409, 500],
    access: "read",
    inspect: stepByChallenge("authorization", "backchannel_challenge", {
      name: "backchannel_fetched",
      refused: "backchannel_not_shown",
      sentence: "The app that asks the user reads the request",
      contents: "the request",
      outcome: "under_way",
      headline: "The app that asks the user has read the request.",
    }),
    title: "Get a backchannel request",
    summary: "Returns a backchannel authentication request to the app that asks the user.",
  },
  listBackchannelRequests: {
    ...adminOperation,
    method: "GET",
    path: "/oauth2/auth/requests/backchannel/pending",
    inputs: {
      user: required(
        v.pipe(shortText, v.nonEmpty()),
        "Whose requests: the subject, or else what clients name the user with in `login_hint`.",
      ),
    },
    success: 200,
    response: list(backchannelRequest),
    errors: [400, 500],
    access: "read",
    title: "List pending backchannel requests",
    summary: "Lists the backchannel authentication requests that wait for an answer of a user.",
    description: "The newest first. `limits.backchannel_authentication.per_user` bounds the list.",
  },
  acceptBackchannelRequest: {
    ...adminOperation,
    method: "PUT",
    path: "/oauth2/auth/requests/backchannel/accept",
    inputs: { backchannel_challenge },
    body: "json",
    request: acceptBackchannelRequest,
    body_required: true,
    success: 204,
    errors: [400, 404, 409, 500],
    access: "write",
    inspect: stepByChallenge("authorization", "backchannel_challenge", {
      name: "backchannel_accepted",
      refused: "backchannel_answer_not_taken",
      sentence: "The app that asks the user accepts the request",
      refused_sentence: "The app that asks the user answers the request",
      contents: null,
      outcome: "under_way",
      headline: "The user allowed it, so the client gets its tokens when it asks.",
    }),
    title: "Accept a backchannel request",
    summary: "Reports that the user authenticated and allows it, so the client gets its tokens.",
  },
  rejectBackchannelRequest: {
    ...adminOperation,
    method: "PUT",
    path: "/oauth2/auth/requests/backchannel/reject",
    inputs: { backchannel_challenge },
    success: 204,
    errors: [400, 404, 409, 500],
    access: "write",
    inspect: stepByChallenge("authorization", "backchannel_challenge", {
      name: "backchannel_rejected",
      refused: "backchannel_answer_not_taken",
      sentence: "The app that asks the user rejects the request",
      refused_sentence: "The app that asks the user answers the request",
      contents: null,
      outcome: "refused",
      headline: "The user denied the request.",
    }),
    title: "Reject a backchannel request",
    summary: "Reports that the user denies it, so the client gets `access_denied`.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
