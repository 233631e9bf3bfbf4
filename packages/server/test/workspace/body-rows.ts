import { CALLBACK } from "./authorization.ts";
import { change, goodBody, type Row, type Scene, sendBody } from "./refusal-rows.ts";

const invalid = { status: 400, code: "invalid_request" } as const;

/** What the body may be wrong in. */
export const bodyRows: readonly Row[] = [
  { ...invalid, when: "a body that is no JSON", provoke: sendBody(() => '{"grant_type":') },
  { ...invalid, when: "an empty body", provoke: sendBody(() => "") },
  ...["[]", "null", '"authorization_code"', "7", "true"].map((text) => ({
    ...invalid,
    when: `the JSON ${text}, which is no object`,
    provoke: sendBody(() => text),
  })),
  ...["text/plain", "application/xml", "multipart/form-data", "application/jsonp", "json"].map(
    (type) => ({
      ...invalid,
      when: `a Content-Type of ${type}`,
      provoke: sendBody(goodBody, { "Content-Type": type }),
    }),
  ),
  {
    ...invalid,
    when: "no Content-Type",
    provoke: sendBody((scene) => new TextEncoder().encode(JSON.stringify(goodBody(scene)))),
  },
  {
    status: 413,
    code: "invalid_request",
    when: "a body of more than 64 KiB",
    provoke: change({ filler: "x".repeat(65_536) }),
  },
  ...[undefined, null, ""].map((grant_type) => ({
    ...invalid,
    when: `a grant_type that is ${JSON.stringify(grant_type)}`,
    provoke: change({ grant_type }),
  })),
  ...[undefined, null, ""].map((nothing) => ({
    ...invalid,
    when: `a code that is ${JSON.stringify(nothing)}`,
    provoke: change({ code: nothing }),
  })),
  ...["grant_type", "code", "redirect_uri", "code_verifier", "client_id"].flatMap((member) =>
    [7, true, ["x"], { x: 1 }].map((value) => ({
      ...invalid,
      when: `a ${member} that is ${JSON.stringify(value)}`,
      provoke: change({ [member]: value }),
    })),
  ),
  { ...invalid, when: "a code of 513 characters", provoke: change({ code: "x".repeat(513) }) },
  {
    ...invalid,
    when: "a redirect_uri of 2001 characters",
    provoke: change({ redirect_uri: CALLBACK.padEnd(2001, "x") }),
  },
  {
    ...invalid,
    when: "no redirect_uri, though there was one",
    provoke: change({ redirect_uri: "" }),
  },
  ...[undefined, null, "", 7, "x".repeat(4097)].map((refresh_token) => ({
    ...invalid,
    when: `a refresh_token that is ${JSON.stringify(refresh_token)?.slice(0, 12)}`,
    provoke: change({ grant_type: "refresh_token", refresh_token }),
  })),
  ...(["revoke", "introspect"] as const).flatMap((route) =>
    [undefined, null, "", 7, {}].map((token) => ({
      ...invalid,
      when: `${route} with a token that is ${JSON.stringify(token)}`,
      provoke: ({ caller }: Scene) => caller.post(route, { token }),
    })),
  ),
  {
    ...invalid,
    when: "a client_id of the body that is not the header's",
    provoke: change({ client_id: "0b57ac1e-0000-4000-8000-000000000000" }),
  },
  ...["code", "state", "audience"].map((name) => ({
    ...invalid,
    when: `a form with two parameters named ${name}`,
    provoke: sendBody((scene) => {
      const form = new URLSearchParams(goodBody(scene));
      form.append(name, "one");
      form.append(name, "two");
      return form;
    }),
  })),
  {
    ...invalid,
    when: "a form with a broken escape",
    provoke: sendBody(() => "grant_type=%zz", {
      "Content-Type": "application/x-www-form-urlencoded",
    }),
  },
  ...["password", "client_credentials", "AUTHORIZATION_CODE", " refresh_token"].map(
    (grant_type) => ({
      status: 400,
      code: "unsupported_grant_type",
      when: `the grant_type ${grant_type}`,
      provoke: change({ grant_type }),
    }),
  ),
];
