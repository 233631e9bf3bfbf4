import { sample } from "./exposition.ts";

/** A page of metrics, and the process that it is of; `undefined` for processes that have exited. */
export interface Page {
  readonly worker: string | undefined;
  readonly text: string;
}

/**
 * Merges the pages of several processes. Counters are added up, and histograms bucket by bucket. A gauge describes one process,
 * so each keeps its own under the label `worker`; those of processes that have exited are left out.
 */
export function mergePages(pages: readonly Page[]): string {
  const families = new Map<string, Family>();
  for (const page of pages) addPage(page, families);
  return [...families.values()].map(print).join("");
}

interface Family {
  heading: string;
  is_gauge: boolean;
  /** By everything before the value. */
  readonly samples: Map<string, number>;
}

function addPage({ worker, text }: Page, families: Map<string, Family>): void {
  let family: Family | undefined;
  for (const line of text.split("\n")) {
    const [hash, word, name = "", type] = line.split(" ", 4);
    if (hash === "#" && word === "HELP") {
      family = families.get(name) ?? { heading: line, is_gauge: false, samples: new Map() };
      families.set(name, family);
    } else if (hash === "#" && family !== undefined) {
      family.is_gauge = type === "gauge";
      if (!family.heading.includes("\n")) family.heading += `\n${line}\n`;
    } else if (line !== "" && family !== undefined) {
      addSample(line, worker, family);
    }
  }
}

function addSample(line: string, worker: string | undefined, family: Family): void {
  const end = line.lastIndexOf(" ");
  const key = line.slice(0, end);
  const value = Number(line.slice(end + 1).replace("Inf", "Infinity"));
  if (!family.is_gauge) family.samples.set(key, (family.samples.get(key) ?? 0) + value);
  else if (worker !== undefined) family.samples.set(withLabel(key, `worker="${worker}"`), value);
}

function withLabel(key: string, label: string): string {
  const [name = "", labels] = key.split("{", 2);
  return labels === undefined ? `${name}{${label}}` : `${name}{${label},${labels}`;
}

function print({ heading, samples }: Family): string {
  return heading + [...samples].map(([key, value]) => sample(key, "", value)).join("");
}
