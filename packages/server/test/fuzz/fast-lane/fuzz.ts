import { parseArgs } from "node:util";
import { compare, describeDifference, type Report } from "./compare.ts";

const help = `npm run fuzz -- [flags]

Sends mutated requests to two listeners, one with the fast lane and one where Node reads every request, and compares
what reaches the handler and every byte that comes back. Exits with 1 and the shortest example when they differ.

  --budget n     requests to send to each of them (1,000,000)
  --seconds n    stop after this time, whatever the budget
  --seed n       the seed of the requests; random and printed when left out
  --from n       the first conversation of the seed, to repeat a difference that was reported
`;

const { values } = parseArgs({
  options: {
    help: { type: "boolean", short: "h" },
    budget: { type: "string", default: "1000000" },
    seconds: { type: "string" },
    seed: { type: "string" },
    from: { type: "string", default: "0" },
  },
});

if (values.help === true) print(help);
else process.exitCode = await run();

async function run(): Promise<number> {
  const seed = numberIn("seed", values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
  const seconds = values.seconds === undefined ? Infinity : numberIn("seconds", values.seconds);
  print(`seed ${seed}`);
  const report = await compare({
    seed,
    budget: numberIn("budget", values.budget),
    from: numberIn("from", values.from),
    until_ms: Date.now() + seconds * 1_000,
    onProgress: (progress) => print(describe(progress)),
  });
  print(describe(report));
  if (report.difference === undefined) return 0;
  print(describeDifference(report.difference));
  return 1;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function numberIn(flag: string, text: string): number {
  const number = Number(text.replaceAll(/[,_]/g, ""));
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${flag} must be a number.`);
  return number;
}

function describe({ conversations, requests, handled, plain, difference }: Report): string {
  const found = difference === undefined ? "no difference" : "a difference";
  return `${requests} requests on ${conversations} connections, ${handled} handled, ${plain} on the fast lane: ${found}`;
}
