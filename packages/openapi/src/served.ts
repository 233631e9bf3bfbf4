import type { OpenApiDocument, PathItem, Schema } from "./document.ts";

/** The document of a server that serves these operations alone: without the others, their groups and their schemas. */
export function documentOf(
  document: OpenApiDocument,
  isServed: (operation_id: string) => boolean,
): OpenApiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, item]): [string, PathItem][] => {
    const methods = Object.entries(item).filter(([, { operationId }]) => isServed(operationId));
    return methods.length === 0 ? [] : [[path, Object.fromEntries(methods)]];
  });
  const operations = paths.flatMap(([, item]) => Object.values(item));
  const used = new Set(operations.flatMap(({ tags }) => tags));
  const { schemas, responses } = document.components;
  return {
    ...document,
    tags: document.tags.filter(({ name }) => used.has(name)),
    paths: Object.fromEntries(paths),
    components: { ...document.components, schemas: namedIn([operations, responses], schemas) },
  };
}

/** The schemas that these values name, and those that they name in turn. */
function namedIn(
  values: unknown,
  schemas: Readonly<Record<string, Schema>>,
): Readonly<Record<string, Schema>> {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(SCHEMA_REFERENCE)) {
      if (found.has(name)) continue;
      found.add(name);
      collect(schemas[name] ?? {});
    }
  };
  collect(values);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

const SCHEMA_REFERENCE = /"#\/components\/schemas\/(\w+)"/g;
