import { brandMark, html, type SafeHtml } from "@latchkey/sign-in";
import type { OpenApiDocument, Schema, TagObject } from "../document.ts";
import type { Guide } from "../guide/guide.ts";
import { guideSections, searchBox } from "../guide/rail.ts";
import { renderLayout } from "./layout.ts";
import { showOperation, type Placed } from "./operation.ts";
import { prose } from "./prose.ts";
import { fieldsOf, typeOf } from "./schema.ts";

/** Where the page finds what it needs, seen from itself. */
export interface Files {
  readonly style: string;
  readonly script: string;
  readonly icon: string;
  /** The text of the documentation, for the search; as seen from `/docs`. */
  readonly search: string;
}

/** The whole reference on one page. It can be read without its script, which searches, writes code samples and sends requests. */
export function renderPage(document: OpenApiDocument, guide: Guide, files: Files): string {
  const { info, components } = document;
  const body = html`<a class="skip" href="#reference">Skip to the reference</a>
    ${banner(info.version)} ${contents(document, guide, files)}
    <main id="reference" tabindex="-1">
      <h1>API reference</h1>
      <p>${prose(`${info.summary} ${info.description}`)}</p>
      <p>
        The same as an <a href="../openapi.json">OpenAPI document</a>, for tools, and the
        <a href="../llms.txt">documentation for coding assistants</a>. What you send from this page
        goes to the server it came from.
      </p>
      ${document.tags.map((tag) => group(tag, document))}
      <section aria-labelledby="types">
        <h2 id="types">Types</h2>
        ${Object.entries(components.schemas).map(([name, schema]) => showType(name, schema))}
      </section>
      ${sampleTemplate()}
    </main>`;
  const head = html`<script type="module" src="${files.script}"></script>`;
  const page = renderLayout({ title: "API reference", ...files, head, body });
  return page.replaceAll(/\n\s+(?=<)/g, "\n"); // A third of it would be indentation.
}

function banner(version: string): SafeHtml {
  return html`<header class="banner">
    <p class="brand">${brandMark()} Latchkey <span class="quiet">${version}</span></p>
    <p><a href="../docs">Documentation</a></p>
    <p class="entry key scripted">
      <label for="api-key">API key</label>
      <input
        id="api-key"
        class="secret"
        autocomplete="off"
        spellcheck="false"
        placeholder="only where the server asks for one"
      />
    </p>
  </header>`;
}

/** The code sample of one form. The script clones it, and writes the sample from what the form holds. */
function sampleTemplate(): SafeHtml {
  return html`<template id="sample">
    <div class="sample">
      <p class="actions">
        <label
          >Code sample
          <select></select
        ></label>
        <button class="button" type="button"></button>
      </p>
      <pre tabindex="0" aria-label="Code sample"><code></code></pre>
    </div>
  </template>`;
}

function contents(document: OpenApiDocument, guide: Guide, { search }: Files): SafeHtml {
  return html`<nav class="rail" aria-label="Contents" data-index="${search}">
    ${searchBox()}
    ${document.tags.map(
      ({ name, "x-displayName": title }) =>
        html`<section>
          <h2><a href="#${name}">${title}</a></h2>
          <ul>
            ${operationsOf(name, document).map(
              ({ method, path, operation }) =>
                html`<li
                  data-words="${[method, path, operation.operationId, operation.description]
                    .join(" ")
                    .toLowerCase()}"
                >
                  <a href="#${operation.operationId}">${operation.summary}</a>
                </li>`,
            )}
          </ul>
        </section>`,
    )}
    <section>
      <h2><a href="#types">Types</a></h2>
      <ul>
        ${Object.keys(document.components.schemas).map(
          (name) => html`<li data-words="type"><a href="#${name}">${name}</a></li>`,
        )}
      </ul>
    </section>
    ${guideSections(guide, { linkOf: (name) => name })}
  </nav>`;
}

function group(
  { name, "x-displayName": title, description }: TagObject,
  document: OpenApiDocument,
): SafeHtml {
  return html`<section aria-labelledby="${name}">
    <h2 id="${name}">${title}</h2>
    <p>${prose(description)}</p>
    ${operationsOf(name, document).map((placed) => showOperation(placed, document.components))}
  </section>`;
}

function operationsOf(tag: string, { paths }: OpenApiDocument): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

function showType(name: string, schema: Schema): SafeHtml {
  return html`<details class="operation" id="${name}">
    <summary>
      <h3><code>${name}</code></h3>
      <span class="summary">${prose(schema.description ?? "")}</span>
    </summary>
    <div class="inside">
      ${schema.anyOf !== undefined && html`<p>${typeOf(schema)}</p>`}
      ${fieldsOf(schema, "optional")}
    </div>
  </details>`;
}
