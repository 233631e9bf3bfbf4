/** What is wrong with a Mermaid drawing, as far as one can tell without drawing it. */
export function problemsOfDrawing(text: string): readonly string[] {
  const [first = "", ...lines] = text.trimEnd().split("\n");
  if (first !== "sequenceDiagram") return KINDS.test(first) ? [] : [`Nothing draws “${first}”.`];
  const present = new Set(lines.flatMap((line) => PARTICIPANT.exec(line)?.[1] ?? []));
  return lines.flatMap((line) => problemsOfLine(line.trim(), present));
}

const KINDS = /^(?:flowchart (?:TD|LR)|stateDiagram-v2)$/;
const PARTICIPANT = /^\s*(?:participant|actor) (\w+)(?: as .+)?$/;
const ARROW = /^(\w+)(?:->>|-->>)(\w+): .+$/;
const NOTE = /^Note (?:over|left of|right of) (\w+)(?:,(\w+))?: .+$/;
const FRAME = /^(?:(?:alt|opt|loop|else|par|and) .+|end|autonumber)$/;

function problemsOfLine(line: string, present: ReadonlySet<string>): readonly string[] {
  if (/[;#]/.test(line)) return [`Mermaid reads ; and # as its own: ${line}`];
  if (line === "" || PARTICIPANT.test(line) || FRAME.test(line)) return [];
  const [, ...ends] = ARROW.exec(line) ?? NOTE.exec(line) ?? [];
  if (ends.length === 0) return [`Mermaid does not read: ${line}`];
  const strangers = ends.filter((end) => end !== undefined && !present.has(end));
  return strangers.map((name) => `Nobody is called ${name}: ${line}`);
}
