import { readFileSync } from "node:fs";

/** As much of JSON Schema 2020-12 as the contract needs. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly examples?: readonly unknown[];
}

/** As much of OpenAPI 3.1 as the contract needs. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly TagObject[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

/** A group of operations. */
export interface TagObject {
  readonly name: string;
  /** Its name as a heading. */
  readonly "x-displayName": string;
  readonly description: string;
}

/** What a path answers, by method in lower case. */
export type PathItem = Readonly<Partial<Record<Method, OperationObject>>>;

/** The methods the contract uses, as OpenAPI spells them. */
export type Method = "get" | "post" | "put" | "delete";

/** An operation of the contract. */
export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  /** What it does, as a heading. */
  readonly summary: string;
  /** What it does, in sentences. */
  readonly description: string;
  /** The listener it is meant for. */
  readonly "x-listener": "public" | "admin" | "workspace";
  /** Other paths of the same operation. */
  readonly "x-also-at"?: readonly string[];
  /** How an SDK calls it. */
  readonly "x-sdk"?: string;
  readonly security: readonly SecurityRequirement[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

/** Stands for something under `components`. */
export interface Reference {
  readonly $ref: string;
}

/** A name in the path, in the query or in the headers. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** What is sent. */
export interface RequestBody {
  readonly description: string;
  readonly required: boolean;
  readonly content: Content;
}

/** What comes back. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { description: string; schema: Schema }>>;
  readonly content?: Content;
}

/** A schema for each media type. */
export type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** Any of a list is enough; in one of them, all are needed. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/** One way to prove oneself. */
export interface SecurityScheme {
  readonly type: "http" | "oauth2";
  readonly description: string;
  readonly scheme?: string;
  readonly bearerFormat?: string;
  readonly flows?: Readonly<Record<string, object>>;
}

/** The document, as it is served. */
export const openApiJson = readFileSync(new URL("openapi.json", import.meta.url), "utf8");
