export {
  openApiJson,
  type Content,
  type Method,
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  type PathItem,
  type Reference,
  type RequestBody,
  type ResponseObject,
  type Schema,
  type SecurityRequirement,
  type SecurityScheme,
  type TagObject,
} from "./document.ts";
export { findReference } from "./reference.ts";
