import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  bodyTooLarge,
  fieldMalformed,
  fieldMissing,
  methodNotAllowed,
  rateLimited,
  workspaceErrors,
  versionMissing,
  versionUnsupported,
} from "./errors.ts";
import {
  describeWorkspaceError,
  describeWorkspaceSuccess,
  type WorkspaceError,
} from "./workspace-error.ts";

const request_id = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const basic = 'Basic realm="workspace-api", charset="UTF-8"';

const table: [
  title: string,
  WorkspaceError,
  status: number,
  code: string,
  envelope: "oauth" | "standard",
  headers?: Record<string, string>,
][] = [
  [
    "the request has no credentials",
    workspaceErrors.credentials_missing,
    401,
    "invalid_client",
    "oauth",
    { "WWW-Authenticate": basic },
  ],
  [
    "mallory guesses a secret",
    workspaceErrors.credentials_wrong,
    401,
    "invalid_client",
    "oauth",
    { "WWW-Authenticate": basic },
  ],
  ["the body is a list", workspaceErrors.body_malformed, 400, "invalid_request", "oauth"],
  ["the body is XML", workspaceErrors.content_type_unsupported, 400, "invalid_request", "oauth"],
  ["the body is a book", bodyTooLarge(65_536), 413, "invalid_request", "oauth"],
  [
    "a parameter of a form is repeated",
    workspaceErrors.parameter_repeated,
    400,
    "invalid_request",
    "oauth",
  ],
  [
    "a body names another client",
    workspaceErrors.client_id_contradicted,
    400,
    "invalid_request",
    "oauth",
  ],
  ["a field is missing", fieldMissing("code"), 400, "invalid_request", "oauth"],
  ["a field is a number", fieldMalformed("code", "a string"), 400, "invalid_request", "oauth"],
  [
    "a grant_type from elsewhere",
    workspaceErrors.grant_type_unknown,
    400,
    "unsupported_grant_type",
    "oauth",
  ],
  [
    "an internal integration",
    workspaceErrors.grant_type_forbidden,
    400,
    "unauthorized_client",
    "oauth",
  ],
  ["an unknown code", workspaceErrors.code_invalid, 400, "invalid_grant", "oauth"],
  ["a code once more", workspaceErrors.code_used, 400, "invalid_grant", "oauth"],
  [
    "no redirect_uri, though there was one",
    workspaceErrors.redirect_uri_missing,
    400,
    "invalid_request",
    "oauth",
  ],
  ["another redirect_uri", workspaceErrors.redirect_uri_mismatch, 400, "invalid_grant", "oauth"],
  ["a lost redirect_uri", workspaceErrors.redirect_uri_withdrawn, 400, "invalid_grant", "oauth"],
  ["another code_verifier", workspaceErrors.code_verifier_mismatch, 400, "invalid_grant", "oauth"],
  [
    "an unknown refresh token",
    workspaceErrors.refresh_token_invalid,
    400,
    "invalid_grant",
    "oauth",
  ],
  ["a refresh token once more", workspaceErrors.refresh_token_used, 400, "invalid_grant", "oauth"],
  ["alice disconnected it", workspaceErrors.installation_gone, 400, "invalid_grant", "oauth"],
  ["alice left", workspaceErrors.owner_gone, 400, "invalid_grant", "oauth"],
  ["the capabilities changed", workspaceErrors.capabilities_changed, 400, "invalid_grant", "oauth"],
  ["a bug", workspaceErrors.server_error, 500, "server_error", "oauth"],
  [
    "the database is away",
    workspaceErrors.temporarily_unavailable,
    503,
    "temporarily_unavailable",
    "oauth",
    { "Retry-After": "5" },
  ],
  [
    "the database was lost while a code was used",
    workspaceErrors.token_outcome_unknown,
    503,
    "server_error",
    "oauth",
  ],
  [
    "the database was lost while a token was revoked",
    workspaceErrors.revocation_outcome_unknown,
    503,
    "temporarily_unavailable",
    "oauth",
    { "Retry-After": "5" },
  ],
  ["no version", versionMissing(["2026-03-11"]), 400, "missing_version", "standard"],
  [
    "a version from elsewhere",
    versionUnsupported(["2026-03-11"]),
    400,
    "validation_error",
    "standard",
  ],
  [
    "too many requests",
    rateLimited("public_api_request_rate_limit", 7),
    429,
    "rate_limited",
    "standard",
    { "Retry-After": "7" },
  ],
  [
    "a path that leads nowhere",
    workspaceErrors.path_unknown,
    400,
    "invalid_request_url",
    "standard",
  ],
  [
    "a GET where POST belongs",
    methodNotAllowed("POST"),
    405,
    "invalid_request_url",
    "standard",
    { Allow: "POST" },
  ],
  [
    "an invalid bearer token",
    workspaceErrors.token_invalid,
    401,
    "unauthorized",
    "standard",
    { "WWW-Authenticate": 'Bearer realm="workspace-api"' },
  ],
];

describe("every error has one status, one code and one shape", () => {
  for (const [title, error, status, code, envelope, headers = {}] of table) {
    it(`${title} → ${status} ${code}, in the ${envelope} shape`, () => {
      const answer = describeWorkspaceError(error, { envelope: "oauth", request_id });
      assert.equal(answer.status, status);
      const body: unknown = JSON.parse(answer.body);
      const { description, additional_data } = error;
      const expected =
        envelope === "oauth"
          ? { error: code, error_description: description, request_id }
          : {
              object: "error",
              status,
              code,
              message: description,
              ...(additional_data && { additional_data }),
              request_id,
            };
      assert.deepEqual(body, expected);
      assert.deepEqual(answer.headers, {
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "no-store",
        Pragma: "no-cache",
        "X-Request-Id": request_id,
        "X-Service-Request-Id": request_id,
        ...headers,
      });
    });
  }

  it("every error has its row", () => {
    const tested = new Set(table.map(([, error]) => error));
    for (const [cause, error] of Object.entries(workspaceErrors))
      assert.ok(tested.has(error), cause);
  });

  it("an error without parameters has the name of its row as reason, which is not sent", () => {
    for (const [row, error] of Object.entries<WorkspaceError>(workspaceErrors)) {
      assert.equal(error.reason, row);
      const { body } = describeWorkspaceError(error, { envelope: "oauth", request_id });
      assert.ok(!("reason" in JSON.parse(body)), row);
    }
  });

  it("a description is a sentence in ASCII (RFC 6749 §5.2)", () => {
    for (const [, { description }] of table) {
      assert.match(description, /^[A-Z][\x20\x21\x23-\x5b\x5d-\x7e]+\.$/);
    }
  });
});

describe("with the standard shape for all errors", () => {
  for (const [title, error, status, code] of table) {
    it(`${title}: the same status and code, and no error field`, () => {
      const answer = describeWorkspaceError(error, { envelope: "standard", request_id });
      assert.equal(answer.status, status);
      const body: Record<string, unknown> = JSON.parse(answer.body);
      assert.equal(body["code"], code);
      assert.equal(body["message"], error.description);
      assert.ok(!("error" in body) && !("error_description" in body));
    });
  }
});

describe("too many requests", () => {
  it("have the reason and Retry-After", () => {
    const error = rateLimited("public_api_request_rate_limit", 7);
    assert.deepEqual(error.additional_data, {
      rate_limit_reason: "public_api_request_rate_limit",
      retry_after: "7",
    });
  });
});

describe("a success", () => {
  it("has its request id in the body and in the headers", () => {
    const answer = describeWorkspaceSuccess({ request_id });
    assert.equal(answer.status, 200);
    assert.deepEqual(JSON.parse(answer.body), { request_id });
    assert.equal(answer.headers["X-Request-Id"], request_id);
    assert.equal(answer.headers["X-Service-Request-Id"], request_id);
    assert.equal(answer.headers["Cache-Control"], "no-store");
  });
});
