import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { OAuth2TokenResponse } from "@latchkey/api";

/** The response of the token endpoint, successful or not. */
export interface Reply extends Partial<OAuth2TokenResponse> {
  readonly status: number;
  readonly error?: string;
}

/** Sends the head of a request and resolves when the server has it, with what sends the body. */
export async function sendHead(
  url: string,
  { form, authorization }: { form: Readonly<Record<string, string>>; authorization: string },
): Promise<() => Promise<Reply>> {
  const body = new URLSearchParams(form).toString();
  const held = request(url, {
    method: "POST",
    agent: false,
    headers: {
      authorization,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(body),
      expect: "100-continue", // RFC 9110 §10.1.1
    },
  });
  held.flushHeaders();
  await once(held, "continue");
  return async () => {
    const answered = once(held, "response");
    held.end(body);
    const [response] = await answered;
    return { ...JSON.parse(await text(response)), status: response.statusCode };
  };
}
