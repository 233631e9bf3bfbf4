import { html, type SafeHtml } from "@latchkey/sign-in";
import { drawSequence } from "./draw-sequence.ts";
import { type Diagram, parseDiagram, type Step } from "./parse-diagram.ts";

/** A block of Mermaid as a drawing and as a list of its steps, which can be read aloud. Undefined where it has more than we draw. */
export function showDiagram(source: string): SafeHtml | undefined {
  const diagram = parseDiagram(source);
  if (diagram === undefined) return undefined;
  if (diagram.kind === "graph") return html`<figure class="diagram">${listEdges(diagram)}</figure>`;
  return html`<figure class="diagram">
    <div class="drawing" tabindex="0" role="group" aria-label="Sequence diagram">
      ${drawSequence(diagram)}
    </div>
    <details>
      <summary>The same as a list</summary>
      ${listSteps(diagram.steps, diagram.participants)}
    </details>
  </figure>`;
}

function listSteps(steps: readonly Step[], names: readonly string[]): SafeHtml {
  return html`<ol>
    ${steps.map((step) => html`<li>${describe(step, names)}</li>`)}
  </ol>`;
}

function describe(step: Step, names: readonly string[]): SafeHtml {
  switch (step.kind) {
    case "message":
      return html`<strong>${names[step.from]} → ${names[step.to]}:</strong> ${step.text}`;
    case "note":
      return html`${step.text}`;
    case "loop":
      return html`${step.text}: ${listSteps(step.steps, names)}`;
  }
}

function listEdges({ edges }: Extract<Diagram, { readonly kind: "graph" }>): SafeHtml {
  return html`<ul>
    ${edges.map(
      ({ from, to, text }) =>
        html`<li>
          <strong>${from}</strong> → <strong>${to}</strong>${text !== "" && html`: ${text}`}
        </li>`,
    )}
  </ul>`;
}
