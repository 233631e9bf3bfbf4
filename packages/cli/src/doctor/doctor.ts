import { type Arguments, type Command, type Options, UsageError } from "../command.ts";
import { adminOptions, publicOptions } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { isSaid, textOf, valueOf } from "../flags.ts";
import { formatOf, formatOptions, write } from "../format.ts";
import { createFetch } from "../http-fetch.ts";
import { accent, columns } from "../output.ts";
import { startProgress } from "../progress.ts";
import type { World } from "../world.ts";
import { examine, type Patient } from "./examine.ts";
import { type Finding, isLoopback } from "./finding.ts";

const options: Options = {
  endpoint: {
    type: "text",
    env: adminOptions["endpoint"]?.env ?? [],
    summary:
      "Where the admin listener is, to go through login and consent with a client made for it.",
  },
  "access-token": adminOptions["access-token"] ?? { type: "text" },
  "client-id": { type: "text", summary: "A client to make an authorization request for instead." },
  redirect: { type: "text", summary: "Its redirect URI, if it has several." },
  "skip-tls-verify": {
    type: "boolean",
    summary: "Accepts any certificate of the admin listener: for tests only.",
  },
  strict: { type: "boolean", summary: "Counts warnings as failures." },
  ...formatOptions("table"),
};

/** `latchkey doctor`: looks at a deployment from outside, and says what to do. */
export const doctor: Command = {
  usage: "[URL] [flags]",
  options,
  most_words: 1,
  note: `URL is where browsers find the public listener; $LATCHKEY_URL, $HYDRA_URL or ${publicOptions["endpoint"]?.default} otherwise. The exit code is 0 when nothing is bad and 9 otherwise. Run it from outside, and once more from inside.`,
  examples: [
    "latchkey doctor https://auth.example.com",
    "latchkey doctor https://auth.example.com --endpoint http://admin.internal:4445 --strict",
    "latchkey doctor --format json",
  ],
  run: async (given, world) => {
    const patient = patientOf(given, world);
    const progress = startProgress("Examining", undefined, world);
    const findings = await examine(patient).finally(() => progress.end());
    const format = formatOf(given, "table");
    if (format === "table") world.out(render(findings, world));
    else write({ url: patient.url, findings }, format, world);
    return outcomeOf(findings, isSaid(given, "strict"));
  },
};

/** What the findings mean to a shell. */
export function outcomeOf(findings: readonly Finding[], strict: boolean): ExitCode {
  const sick = findings.some(
    ({ outcome }) => outcome === "bad" || (strict && outcome === "warning"),
  );
  return sick ? exitCodes.unhealthy : exitCodes.done;
}

function patientOf(given: Arguments, world: World): Patient {
  const typed =
    given.words[0] ??
    valueOf(given, "url", { url: publicOptions["endpoint"] ?? { type: "text" } }, world) ??
    "";
  const url = typed.replace(/\/+$/, "");
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new UsageError(`${typed} is no URL of a server: it must begin with https:// or http://.`);
  // Beside a server on this machine its admin listener is where it always is; elsewhere it must be told.
  const nearby = isLoopback(url) ? adminOptions["endpoint"]?.default : undefined;
  const client_id = textOf(given, "client-id");
  const redirect_uri = textOf(given, "redirect");
  return {
    url,
    admin_url:
      client_id === undefined ? (valueOf(given, "endpoint", options, world) ?? nearby) : undefined,
    api_key: valueOf(given, "access-token", options, world),
    traveller:
      client_id === undefined
        ? undefined
        : { client_id, ...(redirect_uri !== undefined && { redirect_uri }) },
    visit: createFetch({ skip_tls_verify: true }), // The certificate is a finding, and nothing secret travels.
    administer: createFetch({ skip_tls_verify: isSaid(given, "skip-tls-verify") }),
  };
}

function render(findings: readonly Finding[], world: World): string {
  const rows = findings.flatMap(({ outcome, check, says, fix }) => [
    [outcome, check, says],
    ...(fix === undefined ? [] : [["", "", `→ ${fix}`]]),
  ]);
  const lines = columns(rows).split(/(?<=\n)/);
  const shown = lines.map((line) =>
    /^ {2}(bad|warning) /.test(line) ? accent(line.trimEnd(), world) + "\n" : line,
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
