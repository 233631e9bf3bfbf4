import assert from "node:assert/strict";
import { test } from "node:test";

import { chooseRedirectMode } from "./redirect-mode.ts";

test("a redirect is an error", () => assert.equal(chooseRedirectMode(), "error"));

test("where the runtime has no such mode, a redirect is at least not followed", () => {
  const refuse = () => {
    throw new TypeError("Invalid redirect value");
  };
  assert.equal(chooseRedirectMode(refuse), "manual");
});
