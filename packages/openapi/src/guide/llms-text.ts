import type { Guide } from "./guide.ts";

/** `/llms.txt`: an index of the documentation for language models, in the format of llmstxt.org. */
export function renderLlmsText({ sections }: Guide, version: string): string {
  const parts = sections.map(({ title, entries }) =>
    [
      `## ${title}`,
      "",
      ...entries.map(({ name, title: page, about }) => `- [${page}](docs/${name}.md): ${about}`),
    ].join("\n"),
  );
  return `${[
    "# Latchkey",
    "> An OAuth 2.0 and OpenID Connect authorization server that starts with one command.",
    `The documentation of version ${version}, which this server runs. Every page is Markdown; without \`.md\`, the same page is HTML. Code blocks of these pages are tested.`,
    "## API\n\n- [OpenAPI document](openapi.json): every operation, with its schemas and examples",
    ...parts,
  ].join("\n\n")}\n`;
}
