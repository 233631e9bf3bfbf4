import { html, type SafeHtml } from "@latchkey/sign-in";
import type { OpenApiDocument, OperationObject, Schema } from "../document.ts";
import { resolve } from "./schema.ts";

/** A form that sends the operation to the server the page came from. The script sends it, and adds a code sample. */
export function tryIt(
  { method, path, operation }: { method: string; path: string; operation: OperationObject },
  { schemas }: OpenApiDocument["components"],
): SafeHtml {
  const { operationId, parameters = [], requestBody, security, responses } = operation;
  const [scheme = "none"] = Object.keys(security[0] ?? {});
  const json = requestBody?.content["application/json"]?.schema;
  const form = requestBody?.content["application/x-www-form-urlencoded"]?.schema;
  const field = (name: string, place: string, required = false) =>
    input({ id: `${operationId}.${name}`, name, place, required });
  const fields = form ? resolve(form, schemas) : {};
  return html`<h4 class="scripted">Try it</h4>
    <form
      class="try scripted"
      data-method="${method}"
      data-path="${path}"
      data-scheme="${scheme}"
      ${"302" in responses && html`data-navigates="yes"`}
      ${isElsewhere(operation) && html`data-elsewhere="yes"`}
    >
      ${parameters.map(({ name, in: place, required }) => field(name, place, required))}
      ${Object.keys(fields.properties ?? {}).map((name) =>
        field(name, "form", fields.required?.includes(name)),
      )}
      ${scheme === "access_token" && field("access token", "token")}
      ${json && textarea(operationId, resolve(json, schemas))}
      <p class="actions">
        ${
          isElsewhere(operation)
            ? html`<span class="quiet"
                >The public listener serves it, so it cannot be sent from here.</span
              >`
            : html`<button class="button primary">${"302" in responses ? "Open" : "Send"}</button>`
        }
        ${
          method !== "get" &&
          !isElsewhere(operation) &&
          html`<span class="quiet">This acts on the server.</span>`
        }
      </p>
      <output class="answer" tabindex="0" aria-label="Response" hidden></output>
    </form>`;
}

/** The admin listener, which this page comes from, serves neither the workspace API nor the sign-in pages. */
function isElsewhere({ tags, "x-listener": listener }: OperationObject): boolean {
  return listener === "workspace" || (listener === "public" && tags.includes("pages"));
}

interface InputOptions {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
}

function input({ id, name, place, required }: InputOptions): SafeHtml {
  const isSecret = /secret|token|assertion|^code/.test(name);
  return html`<p class="entry">
    <label for="${id}">${name}</label>
    <input
      id="${id}"
      name="${name}"
      data-in="${place}"
      autocomplete="off"
      spellcheck="false"
      ${isSecret && html`class="secret"`}
      ${required && html`required`}
    />
  </p>`;
}

function textarea(operationId: string, { examples: [example = {}] = [] }: Schema): SafeHtml {
  const text = JSON.stringify(example, undefined, 2);
  const id = `${operationId}.body`;
  return html`<p class="entry">
    <label for="${id}">body</label>
    <textarea id="${id}" data-in="json" rows="${text.split("\n").length}" spellcheck="false">
${text}</textarea>
  </p>`;
}
