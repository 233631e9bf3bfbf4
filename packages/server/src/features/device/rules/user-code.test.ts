import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatUserCode, parseUserCode } from "./user-code.ts";

describe("RFC 8628 §6.1: user codes", () => {
  it("are displayed in two halves", () => {
    assert.equal(formatUserCode("WDJBMJHT"), "WDJB-MJHT");
  });

  for (const typed of [
    "WDJB-MJHT",
    "wdjbmjht",
    " Wdjb mjht\n",
    "W.D.J.B – M.J.H.T!",
    "ＷＤＪＢ－ｍｊｈｔ",
    "\u202eWDJB-MJHT",
  ]) {
    it(`${JSON.stringify(typed)} is read`, () => {
      assert.equal(parseUserCode(typed), "WDJBMJHT");
    });
  }

  for (const typed of ["", "-", "WDJB-MJH", "WDJB-MJHTX", "WDJB-MJH0", "AEIO-UAEI", "ẞDJB-MJHT"]) {
    it(`${JSON.stringify(typed)} cannot be one`, () => {
      assert.equal(parseUserCode(typed), undefined);
    });
  }

  it("are not searched for in a long text", () => {
    assert.equal(parseUserCode(`${" ".repeat(64)}WDJB-MJHT`), undefined);
  });
});
