import type { OpenApiDocument, OperationObject, Schema } from "@latchkey/openapi";
import type { SampleRequest, Value } from "../../packages/openapi/src/page/samples.js";

/** The default addresses of the listeners. */
const PUBLIC = "http://127.0.0.1:4444";
const ADMIN = "http://127.0.0.1:4445";

/** An operation with its method and path. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** Every operation of the document. */
export function operationsIn({ paths }: OpenApiDocument): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
}

/** A request with everything that is required. Values to be replaced are in capitals. */
export function sampleRequestFor(
  { method, path, operation }: Placed,
  { components: { schemas } }: OpenApiDocument,
): SampleRequest {
  const { parameters = [], requestBody, "x-listener": listener } = operation;
  const required = parameters.filter((one) => one.required);
  const query = required.filter((one) => one.in === "query");
  const search = query.map(({ name, schema }) => [name, String(placeholder(name, schema))]);
  const json = requestBody?.content["application/json"]?.schema;
  const form = requestBody?.content["application/x-www-form-urlencoded"]?.schema;
  const base = listener === "admin" ? ADMIN : PUBLIC;
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  return {
    method: method.toUpperCase(),
    url: `${base}${place}${search.length > 0 ? `?${new URLSearchParams(search).toString()}` : ""}`,
    headers: [
      ...credentialsOf(operation),
      ...required
        .filter((one) => one.in === "header")
        .map(({ name }) => [name, "2026-03-11"] as const),
      ...(json === undefined ? [] : [["Content-Type", "application/json"] as const]),
    ],
    form: form === undefined ? [] : formFieldsOf(resolve(form, schemas)),
    json: json && JSON.stringify(resolve(json, schemas).examples?.[0] ?? {}),
  };
}

/** A value for a field: the first choice, or its name in capitals. */
export function placeholder(name: string, schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [type] = [schema.type ?? "string"].flat();
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  return type === "array" ? [] : name.toUpperCase();
}

/** The schema behind a reference, or the schema itself. */
export function resolve(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  if (schema.$ref === undefined) return schema;
  return schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] ?? {};
}

function credentialsOf({ security }: OperationObject): SampleRequest["headers"] {
  const [scheme = ""] = Object.keys(security[0] ?? {});
  const bearer = (variable: string) =>
    [["Authorization", { variable, prefix: "Bearer " }]] as const;
  if (scheme === "api_key") return bearer("LATCHKEY_API_KEY");
  if (scheme.endsWith("access_token")) return bearer(scheme.toUpperCase());
  if (!scheme.endsWith("_basic")) return [];
  return [["Authorization", { variable: "BASIC_CREDENTIALS", prefix: "Basic " }]];
}

function formFieldsOf({ required = [], properties = {} }: Schema): SampleRequest["form"] {
  return required.map((name): readonly [string, Value] => {
    if (/token$|secret$/.test(name)) return [name, { variable: name.toUpperCase() }];
    return [name, String(placeholder(name, properties[name] ?? {}))];
  });
}
