/**
 * The process that loads the module. It is apart from the server, because the module is native code of a manufacturer: one that
 * crashes or hangs costs this process and not the server, and neither keys nor PIN of a software token are in the server's
 * memory for longer than it takes to pass the PIN on.
 */

import { openToken, type Token } from "../cryptoki/token.ts";
import { TokenError } from "../rules/errors.ts";
import type { Responses, SentRequest, SentResponse } from "./messages.ts";

let opened: Promise<Token> | undefined;

process.on("message", (message: SentRequest) => void answer(message));
// Not `exit`, which would wait for threads in which the module hangs.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

async function answer({ id, request }: SentRequest): Promise<void> {
  try {
    send({ id, ok: true, value: await carryOut(request) });
  } catch (error) {
    const code = error instanceof TokenError ? error.code : "FAILED";
    send({ id, ok: false, code, message: describe(error) });
  }
}

async function carryOut(request: SentRequest["request"]): Promise<Responses[keyof Responses]> {
  if (request.kind === "open") {
    await (opened = openToken(request.options, request.pin));
    return undefined;
  }
  const token = await opened;
  if (token === undefined) throw new Error("The token is not open.");
  return request.kind === "keys"
    ? token.keys()
    : token.sign(request.key, request.alg, request.data);
}

function send(response: SentResponse): void {
  process.send?.(response);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
