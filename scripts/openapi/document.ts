import { type Operation, operations, served, type workspaceApiOperations } from "@latchkey/api";
import type { OpenApiDocument, OperationObject, PathItem } from "@latchkey/openapi";
import manifest from "../../packages/api/package.json" with { type: "json" };
import { type Contract, type Signature, signatureOf } from "./contract.ts";
import { formOfInputs, parametersOf, requestBodyOf } from "./request.ts";
import { responsesOf, sharedResponses } from "./responses.ts";
import { securityOf, securitySchemes } from "./security.ts";

/** The contract as an OpenAPI 3.1 document. */
export function describeContract(contract: Contract): OpenApiDocument {
  return {
    openapi: "3.1.1",
    info: {
      title: "Latchkey",
      version: manifest.version,
      summary: "The API of an OAuth 2.0 and OpenID Connect authorization server.",
      description:
        "The admin listener serves every operation but the workspace API and the sign-in pages; the public listener serves those marked public, and health. Fields and parameters are in snake_case, times in RFC 3339 or in Unix seconds, and all errors have the same shape, except under `/v1`.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The listener this document came from." }],
    tags: contract.groups.map(({ name, title, description }) => ({
      name,
      "x-displayName": title,
      description,
    })),
    paths: describePaths(contract),
    components: { schemas: contract.schemas, responses: sharedResponses, securitySchemes },
  };
}

function describePaths(contract: Contract): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const [id, operation] of Object.entries(served)) {
    const { path, method } = operation;
    const signature = signatureOf(contract, id);
    const described = describeOperation(id, operation, signature);
    const methods = { [method.toLowerCase()]: described };
    const post = operation.also_by_post && { post: byPost(described, operation, signature) };
    paths[path] = { ...paths[path], ...methods, ...post };
  }
  return paths;
}

/** The same operation with its inputs in a form, or with the form of the page. */
function byPost(
  operation: OperationObject,
  { also_by_post }: Operation,
  signature: Signature,
): OperationObject {
  const { parameters, "x-sdk": _, ...rest } = operation;
  const id = { operationId: `${operation.operationId}ByPost` };
  if (also_by_post === "own_form") {
    const description = `Takes the form of the page, whose fields are its own. ${operation.description}`;
    return { ...rest, ...id, description, ...(parameters && { parameters }) };
  }
  return {
    ...rest,
    ...id,
    description: `The same, with the parameters in a form. ${operation.description}`,
    ...(signature.inputs.length > 0 && { requestBody: formOfInputs(signature) }),
  };
}

function describeOperation(
  id: string,
  operation: Operation,
  signature: Signature,
): OperationObject {
  const parameters = parametersOf(operation, signature);
  const requestBody = requestBodyOf(operation, signature);
  const { title, summary, description, also_at } = operation;
  const sdk = sdkMethodOf(id);
  return {
    operationId: id,
    tags: [signature.group],
    summary: title,
    description: [summary, description].filter(Boolean).join(" "),
    "x-listener": operation.tag,
    ...(also_at !== undefined && { "x-also-at": also_at }),
    ...(sdk !== undefined && { "x-sdk": sdk }),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: responsesOf(id, operation, signature),
  };
}

/** How an SDK calls it: a method of `@latchkey/client`, or one of `@latchkey/workspace-client`. */
function sdkMethodOf(id: string): string | undefined {
  if (Object.hasOwn(operations, id)) return `latchkey.${id}()`;
  const [, method] = Object.entries(workspaceMethods).find(([name]) => name === id) ?? [];
  return method && `workspace.${method}()`;
}

const workspaceMethods: { readonly [Id in keyof typeof workspaceApiOperations]?: string } = {
  authorizeIntegration: "authorizationUrl",
  exchangeToken: "exchangeCode",
  revokeToken: "revoke",
  introspectToken: "introspect",
};
