import { type Arguments, type Command, type Options, UsageError } from "../arguments/command.ts";
import { adminOptions, publicOptions } from "../connection/connection.ts";
import { type ExitCode, exitCodes } from "../output/exit-codes.ts";
import { isSet, textOf, valueOf } from "../arguments/flags.ts";
import { formatOf, formatOptions, write } from "../output/format.ts";
import { createFetch } from "../connection/http-fetch.ts";
import { accent, columns } from "../output/table.ts";
import { startProgress } from "../output/progress.ts";
import type { ProcessIo } from "../process-io.ts";
import { runChecks, type Deployment } from "./run-checks.ts";
import { type Finding, isLoopbackUrl } from "./finding.ts";

const options: Options = {
  endpoint: {
    type: "text",
    env: adminOptions["endpoint"]?.env ?? [],
    summary: "Admin listener, to run login and consent with a temporary client.",
  },
  "access-token": adminOptions["access-token"] ?? { type: "text" },
  "client-id": { type: "text", summary: "Existing client to use instead of a temporary one." },
  redirect: { type: "text", summary: "Redirect URI of that client, if it has several." },
  "skip-tls-verify": {
    type: "boolean",
    summary: "Accepts any certificate of the admin listener: for tests only.",
  },
  strict: { type: "boolean", summary: "Counts warnings as failures." },
  ...formatOptions("table"),
};

/** `latchkey doctor`: checks a deployment from outside. */
export const doctor: Command = {
  usage: "[URL] [flags]",
  options,
  max_arguments: 1,
  note: `URL is the public listener as browsers reach it; by default $LATCHKEY_URL, $HYDRA_URL or ${publicOptions["endpoint"]?.default}. The exit code is 0 if no check fails and 9 otherwise. Run it from outside your network, and once more from inside.`,
  examples: [
    "latchkey doctor https://auth.example.com",
    "latchkey doctor https://auth.example.com --endpoint http://admin.internal:4445 --strict",
    "latchkey doctor --format json",
  ],
  run: async (args, io) => {
    const deployment = deploymentOf(args, io);
    const progress = startProgress("Checking", undefined, io);
    const findings = await runChecks(deployment).finally(() => progress.end());
    const format = formatOf(args);
    if (format === "table") io.out(render(findings, io));
    else write({ url: deployment.url, findings }, format, io);
    return outcomeOf(findings, isSet(args, "strict"));
  },
};

/** The exit code for some findings. */
export function outcomeOf(findings: readonly Finding[], strict: boolean): ExitCode {
  const isUnhealthy = findings.some(
    ({ outcome }) => outcome === "bad" || (strict && outcome === "warning"),
  );
  return isUnhealthy ? exitCodes.unhealthy : exitCodes.done;
}

function deploymentOf(args: Arguments, io: ProcessIo): Deployment {
  const typed =
    args.words[0] ??
    valueOf(args, "url", { url: publicOptions["endpoint"] ?? { type: "text" } }, io) ??
    "";
  const url = typed.replace(/\/+$/, "");
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new UsageError(`${typed} is not a server URL: it must begin with https:// or http://.`);
  // For a loopback server the default admin address is assumed; otherwise it must be given.
  const defaultAdminUrl = isLoopbackUrl(url) ? adminOptions["endpoint"]?.default : undefined;
  const client_id = textOf(args, "client-id");
  const redirect_uri = textOf(args, "redirect");
  return {
    url,
    admin_url:
      client_id === undefined
        ? (valueOf(args, "endpoint", options, io) ?? defaultAdminUrl)
        : undefined,
    api_key: valueOf(args, "access-token", options, io),
    flow_client:
      client_id === undefined
        ? undefined
        : { client_id, ...(redirect_uri !== undefined && { redirect_uri }) },
    visit: createFetch({ skip_tls_verify: true }), // The certificate has its own check, and no secret is sent.
    administer: createFetch({ skip_tls_verify: isSet(args, "skip-tls-verify") }),
  };
}

function render(findings: readonly Finding[], io: ProcessIo): string {
  const rows = findings.flatMap(({ outcome, check, says, fix }) => [
    [outcome, check, says],
    ...(fix === undefined ? [] : [["", "", `→ ${fix}`]]),
  ]);
  const lines = columns(rows).split(/(?<=\n)/);
  const shown = lines.map((line) =>
    /^ {2}(bad|warning) /.test(line) ? accent(line.trimEnd(), io) + "\n" : line,
  );
  return `${shown.join("")}\n${count(findings)}\n`;
}

function count(findings: readonly Finding[]): string {
  const outcomes = ["good", "warning", "bad", "skipped"] as const;
  const parts = outcomes.map((name) => {
    const number = findings.filter(({ outcome }) => outcome === name).length;
    return `${number} ${name}`;
  });
  return `${parts.join(", ")}.`;
}
