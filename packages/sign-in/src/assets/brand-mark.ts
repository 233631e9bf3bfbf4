import { html, type SafeHtml } from "../views/html.ts";

/** The Latchkey logo as inline SVG, in the current text colour. */
export function brandMark(): SafeHtml {
  return html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
    ${strokes("currentColor")}
  </svg>`;
}

/** The logo as a standalone SVG file, for the favicon. */
export function brandMarkFile(): SafeHtml {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
    ${strokes("#9A6412")}
  </svg>`;
}

function strokes(colour: string): SafeHtml {
  return html`<g
    fill="none"
    stroke="${colour}"
    stroke-width="2.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    ><circle cx="6.75" cy="11" r="4.5" /><path d="M11.25 11H22M17 11v4M22 11v5.5"
  /></g>`;
}
