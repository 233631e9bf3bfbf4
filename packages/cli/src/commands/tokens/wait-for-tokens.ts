import { setTimeout } from "node:timers/promises";

import type { OAuth2TokenRequest, OAuth2TokenResponse } from "@latchkey/api";
import { ApiError, type Client } from "@latchkey/client";

import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import type { ProcessIo } from "../../process-io.ts";
import type { Credentials } from "./credentials.ts";

/**
 * RFC 8628 §3.5, OpenID CIBA Core §11: asks for the tokens every `first` seconds, and 5 seconds more slowly after each
 * slow_down, until the user has answered or the command is stopped.
 */
export async function waitForTokens(
  grant: OAuth2TokenRequest,
  first: number,
  { fields, options }: Credentials,
  latchkey: Client,
  io: ProcessIo,
): Promise<OAuth2TokenResponse> {
  const cancelled = io.stopped().then(() => "cancelled" as const);
  const request = { ...grant, ...fields };
  for (let interval = first; ;) {
    const pause = await Promise.race([setTimeout(interval * 1000), cancelled]);
    if (pause === "cancelled")
      throw new Failure(exitCodes.failed, "Cancelled: the user did not sign in.");
    try {
      return await latchkey.oauth2Token(request, options);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.error === "slow_down") interval += 5;
      else if (error.error !== "authorization_pending") throw error;
    }
  }
}
