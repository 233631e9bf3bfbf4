/** A step of a sequence diagram. Participants are numbered from 0, in their order. */
export type Step =
  | {
      readonly kind: "message";
      readonly from: number;
      readonly to: number;
      readonly text: string;
      /** Dashed, as responses are drawn. */
      readonly isReply: boolean;
    }
  | {
      readonly kind: "note";
      readonly first: number;
      readonly last: number;
      readonly text: string;
    }
  | { readonly kind: "loop"; readonly text: string; readonly steps: readonly Step[] };

/** What a block of Mermaid says: who sends what to whom, or what is connected with what. */
export type Diagram =
  | {
      readonly kind: "sequence";
      readonly participants: readonly string[];
      readonly steps: readonly Step[];
    }
  | { readonly kind: "graph"; readonly edges: readonly Edge[] };

/** An edge of a flowchart or a state diagram. */
interface Edge {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** Parses as much of Mermaid as the documentation uses; undefined where there is more. */
export function parseDiagram(source: string): Diagram | undefined {
  const [kind = "", ...lines] = source
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (kind === "sequenceDiagram") return parseSequence(lines);
  if (kind.startsWith("flowchart")) return parseGraph(lines, parseFlow);
  return kind.startsWith("stateDiagram") ? parseGraph(lines, parseTransition) : undefined;
}

function parseSequence(lines: readonly string[]): Diagram | undefined {
  const names = new Map<string, string>();
  const top: Step[] = [];
  const open: { readonly text: string; readonly steps: Step[] }[] = [];
  for (const line of lines) {
    const [, id, name] = /^participant (\w+) as (.+)$/.exec(line) ?? [];
    const [, loop] = /^loop (.+)$/.exec(line) ?? [];
    if (id !== undefined && name !== undefined) names.set(id, name);
    else if (loop !== undefined) open.push({ text: loop, steps: [] });
    else {
      const closed = line === "end" ? open.pop() : undefined;
      const step = closed
        ? ({ kind: "loop", ...closed } as const)
        : parseStep(line, [...names.keys()]);
      if (step === undefined) return undefined;
      (open.at(-1)?.steps ?? top).push(step);
    }
  }
  return { kind: "sequence", participants: [...names.values()], steps: top };
}

function parseStep(line: string, ids: readonly string[]): Step | undefined {
  const [, from = "", arrow, to = "", text = ""] = /^(\w+)(-?->>)(\w+): (.+)$/.exec(line) ?? [];
  if (from !== to && ids.includes(from) && ids.includes(to)) {
    const isReply = arrow === "-->>";
    return { kind: "message", from: ids.indexOf(from), to: ids.indexOf(to), text, isReply };
  }
  const [, over = "", note = ""] = /^Note over ([\w,]+): (.+)$/.exec(line) ?? [];
  const [first = -1, last = first] = over.split(",").map((id) => ids.indexOf(id));
  return first < 0 || last < 0 ? undefined : { kind: "note", first, last, text: note };
}

function parseGraph(
  lines: readonly string[],
  parseEdge: (line: string, names: Map<string, string>) => Edge | undefined,
): Diagram | undefined {
  const names = new Map<string, string>();
  const edges: Edge[] = [];
  for (const line of lines) {
    if (line.startsWith("direction ")) continue;
    const edge = parseEdge(line, names);
    if (edge === undefined) return undefined;
    edges.push(edge);
  }
  return { kind: "graph", edges };
}

/** `P[user] -- signs in at --> A[login app]`: a name stands where its id is first used. */
function parseFlow(line: string, names: Map<string, string>): Edge | undefined {
  const [, from, fromName, text = "", to, toName] =
    /^(\w+)(?:\[(.+?)\])? -- (.+?) --> (\w+)(?:\[(.+?)\])?$/.exec(line) ?? [];
  if (from === undefined || to === undefined) return undefined;
  if (fromName !== undefined) names.set(from, fromName);
  if (toName !== undefined) names.set(to, toName);
  return { from: names.get(from) ?? from, to: names.get(to) ?? to, text };
}

/** `waiting --> answered: accept or reject`; `[*]` is the start and the end. */
function parseTransition(line: string): Edge | undefined {
  const [, from, to, text = ""] = /^(\S+) --> (\S+?)(?:: (.+))?$/.exec(line) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { from: from === "[*]" ? "start" : from, to: to === "[*]" ? "end" : to, text };
}
