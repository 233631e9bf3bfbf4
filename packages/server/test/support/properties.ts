import { randomInt } from "node:crypto";
import { relative } from "node:path";
import * as nodeTest from "node:test";
import { getCallSites } from "node:util";
import * as fc from "fast-check";

// Tests of properties choose their cases from one seed, fixed in `npm test`. LATCHKEY_TEST_SEED is another one, or `random`;
// LATCHKEY_TEST_RUNS is how many times as many cases there are; LATCHKEY_TEST_CASE is the number of the one case to run.
const { LATCHKEY_TEST_SEED, LATCHKEY_TEST_RUNS, LATCHKEY_TEST_CASE } = process.env;

const FIXED_SEED = 20_270_115;
const HIGHEST_SEED = 2 ** 31 - 1;

/** What all random cases of a run follow from, and nothing else does. */
export const seed = readSeed(LATCHKEY_TEST_SEED);
const factor = LATCHKEY_TEST_RUNS ? readNumber("LATCHKEY_TEST_RUNS", LATCHKEY_TEST_RUNS) : 1;
if (seed !== FIXED_SEED || factor !== 1)
  process.stderr.write(`Properties: seed ${seed}, ${factor} times as many cases.\n`);

/** How many cases there are of a test that has this many in `npm test`. */
export function casesOf(count: number): number {
  return Math.max(1, Math.round(count * factor));
}

/** How a property is tested. */
export interface PropertyOptions<Case> {
  /** How many cases there are in `npm test`: what takes a second of processor time or two. 100 when left out. */
  readonly cases?: number;
  /** Cases that always occur, before those that are chosen. */
  readonly examples?: Case[];
  /** Each case finds what earlier ones stored: a failure is repeated with all of them, and is not made shorter. */
  readonly keepsState?: boolean;
}

/** Tests a property. Where it does not hold, the error has the shortest case found, and the command that repeats it. */
export function assertProperty<Case>(
  property: fc.IAsyncProperty<Case>,
  options?: PropertyOptions<Case>,
): Promise<void>;
export function assertProperty<Case>(
  property: fc.IProperty<Case>,
  options?: PropertyOptions<Case>,
): void;
export function assertProperty<Case>(
  property: fc.IRawProperty<Case>,
  { cases = 100, examples = [], keepsState = false }: PropertyOptions<Case> = {},
): Promise<void> | void {
  const test = currentTest();
  const isRepeated = LATCHKEY_TEST_CASE !== undefined && !keepsState;
  const verify = (details: fc.RunDetails<Case>): void => {
    if (!details.failed) return;
    const [index = ""] = details.counterexamplePath?.split(":") ?? [];
    const command = keepsState
      ? repeatCommand(test, { LATCHKEY_TEST_RUNS: String(factor) })
      : repeatCommand(test, { LATCHKEY_TEST_CASE: index });
    const message = `${fc.defaultReportMessage(details)}\n\nRepeat it with:\n  ${command}\n`;
    throw new Error(message, { cause: details.errorInstance });
  };
  const checked: fc.RunDetails<Case> | Promise<fc.RunDetails<Case>> = fc.check(property, {
    seed,
    numRuns: isRepeated ? 1 : casesOf(cases),
    examples,
    endOnFailure: keepsState,
    ...(isRepeated && { path: LATCHKEY_TEST_CASE }),
  });
  return checked instanceof Promise ? checked.then(verify) : verify(checked);
}

interface CurrentTest {
  /** From the root of the repository. */
  readonly file: string;
  /** Unknown to versions of Node before 26. */
  readonly name: string | undefined;
}

function currentTest(): CurrentTest {
  const [, , caller] = getCallSites(3, { sourceMap: false });
  const root = new URL("../../../..", import.meta.url).pathname;
  const name = "getTestContext" in nodeTest ? nodeTest.getTestContext()?.name : undefined;
  return { file: relative(root, (caller?.scriptName ?? "").replace(/^file:\/\//, "")), name };
}

/** The command that runs a test with this seed and more environment variables. */
function repeatCommand(
  { file, name }: CurrentTest,
  more: Readonly<Record<string, string>>,
): string {
  const variables = Object.entries({ LATCHKEY_TEST_SEED: String(seed), ...more });
  const pattern = name?.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("'", "'\\''");
  return [
    ...variables.map(([variable, value]) => `${variable}=${value}`),
    "npx node --test",
    ...(pattern === undefined ? [] : [`--test-name-pattern='${pattern}'`]),
    file,
  ].join(" ");
}

function readSeed(text: string | undefined): number {
  if (!text) return FIXED_SEED;
  if (text === "random") return randomInt(1, HIGHEST_SEED);
  return Math.floor(readNumber("LATCHKEY_TEST_SEED", text));
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (number > 0 && number <= HIGHEST_SEED) return number;
  throw new RangeError(`${name} must be a number from 1 to ${HIGHEST_SEED}, and is ${text}.`);
}
