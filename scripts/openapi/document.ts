import { operationIds, operations, type Operation, type OperationId } from "@latchkey/api";
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
        "The admin listener serves every operation; the public listener those marked public, and health. Fields and parameters are in snake_case, times in RFC 3339 or in Unix seconds, and all errors have the same shape.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The listener this document came from." }],
    tags: [...contract.groups],
    paths: describePaths(contract),
    components: { schemas: contract.schemas, responses: sharedResponses, securitySchemes },
  };
}

function describePaths(contract: Contract): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const id of operationIds) {
    const { path, method } = operations[id];
    const described = describeOperation(id, operations[id], signatureOf(contract, id));
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
    if (operations[id].also_by_post)
      paths[path] = { ...paths[path], post: byPost(described, signatureOf(contract, id)) };
  }
  return paths;
}

/** The same operation with its inputs in a form. */
function byPost(operation: OperationObject, signature: Signature): OperationObject {
  const { parameters: _, ...rest } = operation;
  return {
    ...rest,
    operationId: `${operation.operationId}ByPost`,
    ...(signature.inputs.length > 0 && { requestBody: formOfInputs(signature) }),
  };
}

function describeOperation(
  id: OperationId,
  operation: Operation,
  signature: Signature,
): OperationObject {
  const parameters = parametersOf(operation, signature);
  const requestBody = requestBodyOf(operation, signature);
  const { summary, description } = operation;
  return {
    operationId: id,
    tags: [signature.group],
    summary,
    ...(description !== undefined && { description }),
    "x-listener": operation.tag,
    security: securityOf(id, operation, signature),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: responsesOf(id, operation, signature),
  };
}
