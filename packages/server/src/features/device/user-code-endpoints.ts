import * as contract from "@latchkey/api";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import type { DeviceContext } from "./context.ts";
import { type DeviceChallenge, endOfChallenge, readDeviceChallenge } from "./device-challenge.ts";
import { userCodeMacs } from "./user-code-mac.ts";
import { beginDeviceFlow } from "./begin-flow.ts";
import { deviceDeniedUrl } from "./denial.ts";
import { deviceVerificationUrl } from "./urls.ts";
import type { Request } from "../../http/request.ts";
import { readQuery } from "../../http/form.ts";
import { readOptionalJson } from "../../http/json.ts";
import { refuse } from "../../http/refuse.ts";
import { json, jsonText, type Response } from "../../http/response.ts";
import {
  describeUserCodeRequest,
  mayAnswer,
  userCodeRejections,
} from "./rules/user-code-request.ts";
import type { Client } from "../../oauth/client.ts";
import type { DeviceAuthorization } from "./rules/device-authorization.ts";
import { describeProblem, type OAuthError, parameterMissing } from "../../oauth/oauth-error.ts";
import { describeRejection, type RejectionOf } from "../../oauth/rejection.ts";
import { err, ok, type Result } from "../../result.ts";
import { parseUserCode } from "./rules/user-code.ts";
import { withClient } from "../../api/admin/client-text.ts";
import { handoffError, unknown } from "../../api/admin/handoff.ts";

/** GET /oauth2/auth/requests/device: what stands behind a user code. */
export const getUserCodeRequest: FeatureEndpoint<DeviceContext> = (request, context) => {
  const sent = readQuery(request)?.get("user_code");
  const typed = sent === undefined ? err(parameterMissing("user_code")) : ok(sent);
  return answerForDevice("accepted", typed, request, context, async (entered) => {
    const { device, client, challenge, user_code } = entered;
    const shown = describeUserCodeRequest(device, challenge.text, user_code);
    return jsonText(200, withClient(shown, client));
  });
};

/** PUT /oauth2/auth/requests/device/accept: the user confirmed the code. */
export const acceptUserCodeRequest: FeatureEndpoint<DeviceContext> = (request, context) => {
  const typed = readBody(contract.acceptUserCodeRequest, request);
  return answerForDevice("accepted", typed, request, context, async ({ device, challenge }) => {
    const begun = await beginDeviceFlow(device, challenge.challenge_id, context);
    return begun && json(200, begun);
  });
};

/** PUT /oauth2/auth/requests/device/reject: the user does not know the device. */
export const rejectUserCodeRequest: FeatureEndpoint<DeviceContext> = (request, context) => {
  const typed = readBody(contract.rejectUserCodeRequest, request);
  return answerForDevice("rejected", typed, request, context, async ({ device, challenge }) => {
    const { challenge_id } = challenge;
    const isRejected =
      device.state === "rejected" ||
      (await context.device.authorizations.reject(challenge_id, device.device_id));
    return isRejected
      ? json(200, { redirect_to: deviceDeniedUrl(challenge_id, context) })
      : undefined;
  });
};

/** A challenge, and the text that the app sent it as. */
interface OpenChallenge extends DeviceChallenge {
  readonly text: string;
}

/** A user code that was entered in a browser, and what stands behind it. */
interface Entered {
  readonly device: DeviceAuthorization;
  readonly client: Client;
  readonly challenge: OpenChallenge;
  readonly user_code: string;
}

/** Finds the device of a user code and responds. `respond` returns undefined when it lost a race: the device is found again. */
async function answerForDevice(
  answer: "accepted" | "rejected",
  typed: Result<string, OAuthError>,
  request: Request,
  context: DeviceContext,
  respond: (entered: Entered) => Promise<Response | undefined>,
): Promise<Response> {
  const open = readChallenge(request, context);
  if (!open.ok) return open.error;
  if (!typed.ok) return refuse(typed.error, request, context);
  const user_code = parseUserCode(typed.value);
  // What cannot be a code is a slip of the finger, and no guess.
  if (user_code === undefined) return refuseCode({ reason: "user_code_invalid" }, request, context);

  const challenge = open.value;
  const { guesses } = context.device;
  const wait = await guesses.attempt(challenge);
  if (wait > 0)
    return refuseCode({ reason: "user_code_guessed", retry_after: wait }, request, context);
  for (;;) {
    const found = await findDevice(user_code, answer, challenge, context);
    if (found === undefined) return refuseCode({ reason: "user_code_invalid" }, request, context);
    const response = await respond({ ...found, challenge, user_code });
    if (response === undefined) continue;
    await guesses.succeed(challenge);
    const { device_id: flow_id, client_id } = found.device;
    return { ...response, note: { flow_id, client_id } };
  }
}

/** The device of a user code, if this browser may answer for it, and its client. */
async function findDevice(
  user_code: string,
  answer: "accepted" | "rejected",
  { challenge_id }: DeviceChallenge,
  { now, signer, store, device: { authorizations } }: DeviceContext,
): Promise<Pick<Entered, "device" | "client"> | undefined> {
  const macs = userCodeMacs(signer, user_code);
  const device = await authorizations.findUserCode(macs, now());
  if (device === undefined || !mayAnswer(device, answer, challenge_id)) return undefined;
  const client = await store.clients.find(device.client_id);
  return client?.client_key === device.client_key ? { device, client } : undefined;
}

/** The challenge in the query, or the response to one that is missing, unknown or expired. */
function readChallenge(request: Request, context: DeviceContext): Result<OpenChallenge, Response> {
  const { config, now, signer } = context;
  const query = readQuery(request);
  const text = query?.get("device_challenge") ?? query?.get("challenge");
  if (text === undefined)
    return err(refuse(parameterMissing("device_challenge"), request, context));
  const challenge = readDeviceChallenge(signer, text);
  if (challenge === undefined) return err(handoffError(unknown, request, context));
  const expiresAt = endOfChallenge(challenge.challenge_id);
  if (expiresAt > now()) return ok({ ...challenge, text });
  const request_url = deviceVerificationUrl(config);
  return err(handoffError({ reason: "expired", request_url }, request, context));
}

/** The user code in a body. */
function readBody(
  schema: typeof contract.acceptUserCodeRequest | typeof contract.rejectUserCodeRequest,
  request: Request,
): Result<string, OAuthError> {
  const body = readOptionalJson(request);
  if (!body.ok) return body;
  const parsed = contract.read(schema, body.value ?? {});
  return parsed.ok ? ok(parsed.value.user_code) : err(describeProblem(parsed.error));
}

function refuseCode(
  rejection: RejectionOf<typeof userCodeRejections>,
  request: Request,
  context: DeviceContext,
): Response {
  return refuse(describeRejection(userCodeRejections, rejection), request, context);
}
