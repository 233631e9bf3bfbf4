/** Problems of a Mermaid diagram that can be found without rendering it. */
export function mermaidProblems(text: string): readonly string[] {
  const [first = "", ...lines] = text.trimEnd().split("\n");
  if (first !== "sequenceDiagram")
    return KINDS.test(first) ? [] : [`Unknown diagram type “${first}”.`];
  const participants = new Set(lines.flatMap((line) => PARTICIPANT.exec(line)?.[1] ?? []));
  return lines.flatMap((line) => problemsOfLine(line.trim(), participants));
}

const KINDS = /^(?:flowchart (?:TD|LR)|stateDiagram-v2)$/;
const PARTICIPANT = /^\s*(?:participant|actor) (\w+)(?: as .+)?$/;
const ARROW = /^(\w+)(?:->>|-->>)(\w+): .+$/;
const NOTE = /^Note (?:over|left of|right of) (\w+)(?:,(\w+))?: .+$/;
const FRAME = /^(?:(?:alt|opt|loop|else|par|and) .+|end|autonumber)$/;

function problemsOfLine(line: string, participants: ReadonlySet<string>): readonly string[] {
  if (/[;#]/.test(line)) return [`Mermaid reads ; and # as its own: ${line}`];
  if (line === "" || PARTICIPANT.test(line) || FRAME.test(line)) return [];
  const [, ...ends] = ARROW.exec(line) ?? NOTE.exec(line) ?? [];
  if (ends.length === 0) return [`Mermaid does not read: ${line}`];
  const unknown = ends.filter((end) => end !== undefined && !participants.has(end));
  return unknown.map((name) => `Unknown participant ${name}: ${line}`);
}
