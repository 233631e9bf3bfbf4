import { SettingsError, startControlServer, startTestServer } from "@latchkey/testing";

import { type Arguments, type Command, UsageError } from "../arguments/command.ts";
import { settingFlags, settingOptions } from "../arguments/settings-flags.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { Failure } from "../output/failure.ts";

/** `latchkey test-server`: a server in memory for the tests of an app in any language. */
export const testServer: Command = {
  usage: "[flags]",
  options: {
    ...settingOptions(),
    at: { type: "text", summary: "Where its clock stands, such as 2027-01-15T08:00:00Z." },
    "predictable-ids": {
      type: "text",
      summary: "A seed: the same calls give the same client ids, subjects and codes.",
    },
  },
  max_arguments: 0,
  note: `Prints one line of JSON: issuer, admin_url and control_url. Stops on SIGINT or SIGTERM, or when its standard input is a pipe that closes.
POST JSON to /clock, /users, /clients, /sign-in, /sign-out, /expire, /revoke, /rotate-keys and /fail-next of the control URL; GET /events and /backchannel-calls.
Every setting is a flag, as in --ttl.access_token=5m. Neither files nor the environment are read.`,
  examples: [
    "latchkey test-server",
    "latchkey test-server --ttl.access_token=5m --at=2027-01-15T08:00:00Z --predictable-ids=seed",
  ],
  run: async (args, io) => {
    const stopped = Promise.race([io.stopped(), io.inputClosed()]);
    await using latchkey = await start(args);
    const control = await startControlServer(latchkey);
    const { issuer, admin_url } = latchkey;
    io.out(`${JSON.stringify({ issuer, admin_url, control_url: control.url })}\n`);
    await stopped;
    await control.close();
    return exitCodes.done;
  },
};

async function start(args: Arguments): ReturnType<typeof startTestServer> {
  const at = args.flags.get("at")?.at(-1);
  if (at !== undefined && Number.isNaN(Date.parse(at)))
    throw new UsageError(`--at takes a date such as 2027-01-15T08:00:00Z, not ${at}.`);
  const predictable_ids = args.flags.get("predictable-ids")?.at(-1);
  try {
    return await startTestServer({
      settings: settingFlags(args),
      ...(at !== undefined && { at }),
      ...(predictable_ids !== undefined && { predictable_ids }),
    });
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause;
    throw new Failure(exitCodes.misconfigured, cause.message, { cause });
  }
}
