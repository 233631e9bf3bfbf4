import { html, type SafeHtml } from "@latchkey/sign-in";
import type { Diagram, Step } from "./parse-diagram.ts";

type Sequence = Extract<Diagram, { readonly kind: "sequence" }>;

// Sizes in pixels. Text is measured by its length, which is close enough for a system font of 13 px.
const CHARACTER = 6.7;
const LINE = 17;
const MAX_CHARACTERS = 32;
const PADDING = 12;
const ROW = 14;

/** Draws a sequence diagram as SVG: a column for each participant, a row for each step. Colours come from the style sheet. */
export function drawSequence({ participants, steps }: Sequence): SafeHtml {
  const heads = participants.map((name) => wrap(name, 18));
  const columns = columnsOf(participants.length, steps);
  const headHeight = Math.max(...heads.map((lines) => lines.length)) * LINE + 2 * 8;
  const body = drawSteps(steps, columns, headHeight + ROW);
  const width = (columns.at(-1) ?? 0) + EDGE;
  const height = body.bottom + ROW;
  return html`<svg
    viewBox="0 0 ${String(width)} ${String(height)}"
    width="${String(width)}"
    aria-hidden="true"
  >
    ${columns.map(
      (x, index) =>
        html`<path class="lifeline" d="M${String(x)} ${String(headHeight)}V${String(height)}" />
          <rect
            class="participant"
            x="${String(x - EDGE + 6)}"
            y="1"
            width="${String(2 * EDGE - 12)}"
            height="${String(headHeight - 2)}"
            rx="8"
          />
          ${drawText(heads[index] ?? [], x, 8)}`,
    )}
    ${body.drawn}
  </svg>`;
}

/** Half the width of the head of a participant. */
const EDGE = 72;

/** The middle of each column: as far apart as the widest text between two columns needs. */
function columnsOf(count: number, steps: readonly Step[]): readonly number[] {
  const gaps = Array.from({ length: Math.max(0, count - 1) }, () => 2 * EDGE);
  for (const step of flatten(steps)) {
    if (step.kind !== "message") continue;
    const [left, right] = [Math.min(step.from, step.to), Math.max(step.from, step.to)];
    const needed = widthOf(wrap(step.text)) + 2 * PADDING;
    for (let gap = left; gap < right; gap += 1) {
      gaps[gap] = Math.max(gaps[gap] ?? 0, needed / (right - left));
    }
  }
  let x = EDGE;
  return [x, ...gaps.map((gap) => (x += Math.ceil(gap)))];
}

function flatten(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) => (step.kind === "loop" ? flatten(step.steps) : [step]));
}

interface Drawn {
  readonly drawn: readonly SafeHtml[];
  readonly bottom: number;
}

function drawSteps(steps: readonly Step[], columns: readonly number[], top: number): Drawn {
  const drawn: SafeHtml[] = [];
  let y = top;
  for (const step of steps) {
    const part = drawStep(step, columns, y);
    drawn.push(...part.drawn);
    y = part.bottom + ROW;
  }
  return { drawn, bottom: y - ROW };
}

function drawStep(step: Step, columns: readonly number[], y: number): Drawn {
  switch (step.kind) {
    case "message":
      return drawMessage(step, columns, y);
    case "note":
      return drawNote(step, columns, y);
    case "loop": {
      const inside = drawSteps(step.steps, columns, y + LINE + ROW);
      const [left = 0, right = 0] = [columns[0], columns.at(-1)];
      const frame = html`<rect
          class="loop"
          x="${String(left - 60)}"
          y="${String(y)}"
          width="${String(right - left + 120)}"
          height="${String(inside.bottom + ROW - y)}"
          rx="8"
        />
        <text class="loop-title" x="${String(left - 48)}" y="${String(y + LINE)}"
          >${step.text}</text
        >`;
      return { drawn: [frame, ...inside.drawn], bottom: inside.bottom + ROW };
    }
  }
}

function drawMessage(
  { from, to, text, isReply }: Extract<Step, { readonly kind: "message" }>,
  columns: readonly number[],
  y: number,
): Drawn {
  const [start = 0, end = 0] = [columns[from], columns[to]];
  const lines = wrap(text);
  const at = y + lines.length * LINE + 4;
  const back = end > start ? -7 : 7;
  const arrow = html`<path
      class="${isReply ? "reply" : "request"}"
      d="M${String(start)} ${String(at)}H${String(end)}"
    />
    <path class="head" d="M${String(end)} ${String(at)}l${String(back)} -4v8z" />`;
  return { drawn: [drawText(lines, (start + end) / 2, y), arrow], bottom: at };
}

function drawNote(
  { first, last, text }: Extract<Step, { readonly kind: "note" }>,
  columns: readonly number[],
  y: number,
): Drawn {
  const [left = 0, right = 0] = [columns[first], columns[last]];
  const lines = wrap(text, Math.max(22, Math.floor((right - left) / CHARACTER)));
  const width = Math.max(widthOf(lines) + 2 * PADDING, right - left + 40);
  const drawing = (columns.at(-1) ?? 0) + EDGE;
  const middle = Math.min(Math.max((left + right) / 2, width / 2 + 1), drawing - width / 2 - 1);
  const height = lines.length * LINE + 12;
  const box = html`<rect
    class="note"
    x="${String(middle - width / 2)}"
    y="${String(y)}"
    width="${String(width)}"
    height="${String(height)}"
    rx="6"
  />`;
  return { drawn: [box, drawText(lines, middle, y + 5)], bottom: y + height };
}

function drawText(lines: readonly string[], x: number, top: number): SafeHtml {
  return html`${lines.map(
    (line, index) =>
      html`<text x="${String(x)}" y="${String(top + index * LINE + 13)}">${line}</text>`,
  )}`;
}

/** Breaks a text at its spaces into lines. A word longer than a line stays whole. */
function wrap(text: string, max = MAX_CHARACTERS): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= max)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function widthOf(lines: readonly string[]): number {
  return Math.max(...lines.map(({ length }) => length)) * CHARACTER;
}
