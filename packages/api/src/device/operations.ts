import * as v from "valibot";
import { navigation } from "../authorization.ts";
import { completedRequest } from "../interactions/answer.ts";
import { required } from "../objects.ts";
import type { Operation } from "../operations/operation.ts";
import { nonEmpty } from "../values.ts";
import {
  acceptUserCodeRequest,
  deviceAuthorizationRequest,
  deviceAuthorizationResponse,
  deviceVerificationParameters,
  rejectUserCodeRequest,
  userCodeRequest,
} from "./schemas.ts";

const device_challenge = required(
  nonEmpty,
  "Identifies the browser that enters a user code, which brought it.",
);

export const deviceOperations = {
  oAuth2DeviceFlow: {
    tag: "public",
    method: "POST",
    path: "/oauth2/device/auth",
    body: "form",
    request: deviceAuthorizationRequest,
    body_required: true,
    success: 200,
    response: deviceAuthorizationResponse,
    errors: [400, 401, 429, 500],
    access: "open",
    title: "Authorize a device",
    summary: "Starts the authorization of a device that has no browser.",
    description:
      "The device displays the user code, and requests its tokens with the device code: RFC 8628.",
  },
  performOAuth2DeviceVerificationFlow: {
    tag: "public",
    method: "GET",
    opened_in_browser: true,
    path: "/oauth2/device/verify",
    inputs: deviceVerificationParameters,
    success: 302,
    response: navigation,
    errors: [400, 401, 403, 429, 500],
    access: "open",
    title: "Verify a device",
    summary: "Sends the browser to the page for user codes, and from there to login.",
  },
  getUserCodeRequest: {
    tag: "admin",
    method: "GET",
    path: "/oauth2/auth/requests/device",
    inputs: {
      device_challenge,
      user_code: required(v.string(), "The code that the user typed."),
    },
    success: 200,
    response: userCodeRequest,
    errors: [400, 404, 429, 500],
    access: "read",
    title: "Get a user code request",
    summary: "Returns what stands behind a user code, so that the user can confirm it.",
    description: "A code that is not valid counts as a guess: `limits.user_code.*`.",
  },
  acceptUserCodeRequest: {
    tag: "admin",
    method: "PUT",
    path: "/oauth2/auth/requests/device/accept",
    inputs: { device_challenge },
    body: "json",
    request: acceptUserCodeRequest,
    body_required: true,
    success: 200,
    response: completedRequest,
    errors: [400, 404, 429, 500],
    access: "write",
    title: "Accept a user code request",
    summary: "Accepts a user code, and returns where to send the browser to sign in.",
    description: "A code that is not valid counts as a guess: `limits.user_code.*`.",
  },
  rejectUserCodeRequest: {
    tag: "admin",
    method: "PUT",
    path: "/oauth2/auth/requests/device/reject",
    inputs: { device_challenge },
    body: "json",
    request: rejectUserCodeRequest,
    body_required: true,
    success: 200,
    response: completedRequest,
    errors: [400, 404, 429, 500],
    access: "write",
    title: "Reject a user code request",
    summary: "Denies the device of a user code, and returns where to send the browser next.",
    description: "A code that is not valid counts as a guess: `limits.user_code.*`.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
