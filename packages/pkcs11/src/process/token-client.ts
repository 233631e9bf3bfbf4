import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { TokenError } from "../rules/errors.ts";
import type { Request, Responses, SentRequest, SentResponse } from "./messages.ts";

/** A process that calls the module, as the server sees it. */
export interface TokenProcess {
  /** Rejects with a TokenError: of the module, or because the process ended or hung. */
  readonly call: <R extends Request>(request: R) => Promise<Responses[R["kind"]]>;
  /** Ends it as soon as the calls under way are over. */
  readonly retire: () => void;
  /** Ends it now. */
  readonly kill: () => void;
}

/** Starts a process, in which no token is open yet. */
export type StartTokenProcess = (options: { readonly hang_timeout_ms: number }) => TokenProcess;

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

const PROGRAM = fileURLToPath(import.meta.resolve("#token-process"));

export const startTokenProcess: StartTokenProcess = ({ hang_timeout_ms }) => {
  // Its standard output is not the server's, whose log is there.
  const child = fork(PROGRAM, [], {
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const pending = new Map<number, Pending>();
  let ids = 0;
  let ended: TokenError | undefined;
  let isRetired = false;
  let hanging: NodeJS.Timeout | undefined;

  const end = (code: string, message: string): void => {
    ended ??= new TokenError(code, message);
    clearTimeout(hanging);
    child.kill("SIGKILL");
    for (const { reject } of pending.values()) reject(ended);
    pending.clear();
  };
  /** Each response starts the time anew: many calls that wait their turn are no sign of a hanging module. */
  const expectResponse = (): void => {
    clearTimeout(hanging);
    if (pending.size === 0) return;
    hanging = setTimeout(
      () => end("HUNG", `the module did not respond for ${hang_timeout_ms} ms`),
      hang_timeout_ms,
    );
  };
  const retireIfIdle = (): void => {
    if (isRetired && pending.size === 0) end("RETIRED", "the process was replaced");
  };

  child.on("message", (response: SentResponse) => {
    const waiting = pending.get(response.id);
    pending.delete(response.id);
    expectResponse();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The process responds with what the request asks for.
    if (response.ok) waiting?.resolve(response.value as never);
    else waiting?.reject(new TokenError(response.code, response.message));
    retireIfIdle();
  });
  child.on("error", (error) => end("ENDED", `its process failed: ${error.message}`));
  child.on("exit", (code, signal) => {
    end("ENDED", `its process ended with ${signal ?? `code ${code}`}`);
  });

  return {
    call: (request) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended);
        const sent: SentRequest = { id: (ids += 1), request };
        pending.set(sent.id, { resolve, reject });
        if (pending.size === 1) expectResponse();
        child.send(sent, (error) => {
          if (error !== null) end("ENDED", `its process cannot be reached: ${error.message}`);
        });
      }),
    retire() {
      isRetired = true;
      retireIfIdle();
    },
    kill: () => end("RETIRED", "the process was ended"),
  };
};
