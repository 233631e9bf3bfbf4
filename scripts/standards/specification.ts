import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A specification, and each of its requirements for an authorization server. */
export interface Specification {
  readonly title: string;
  readonly url: string;
  readonly requirements: readonly Requirement[];
}

/** A requirement: with the test that shows that it is met, or the reason why it is not. */
export interface Requirement {
  readonly section: string;
  readonly requirement: string;
  readonly shown_by?: ShowingTest;
  /** A sentence. */
  readonly not_met?: string;
}

/** A test file, and the exact title of one of its tests, or of a group of them. */
interface ShowingTest {
  readonly file: string;
  readonly title: string;
}

const folder = join(import.meta.dirname, "specifications");

/** All specifications, by title. */
export function readSpecifications(): readonly Specification[] {
  return globSync("*.txt", { cwd: folder })
    .map((file) => parseSpecification(readFileSync(join(folder, file), "utf8"), file))
    .toSorted((one, other) => one.title.localeCompare(other.title, "en", { numeric: true }));
}

/** The libraries of others that tests run unmodified, in the format of a specification: a line for each feature of a library. */
export function readClients(): Specification {
  const file = "clients.txt";
  return parseSpecification(readFileSync(join(import.meta.dirname, file), "utf8"), file);
}

/**
 * A title, a URL, and a line for each requirement:
 *
 *   §4.3 | what is required | the test file | the exact title of the test
 *   §4.4 | what is required | why it is not met
 */
export function parseSpecification(text: string, file: string): Specification {
  const [title = "", url = "", ...lines] = text.split("\n").filter((line) => line.trim() !== "");
  if (!URL.canParse(url)) throw new Error(`${file}: the second line must be a URL.`);
  return { title, url, requirements: lines.map((line) => parseRequirement(line, file)) };
}

function parseRequirement(line: string, file: string): Requirement {
  const [section, requirement, where, title, ...more] = line.split("|").map((part) => part.trim());
  if (!section || !requirement || !where || more.length > 0)
    throw new Error(`${file}: this line has not three or four parts: ${line}`);
  if (title === undefined) return { section, requirement, not_met: where };
  return { section, requirement, shown_by: { file: where, title } };
}
