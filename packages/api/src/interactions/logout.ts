/** The handoff to the logout app. */

import * as v from "valibot";
import { named, optional, required, type ValueOf } from "../objects.ts";

const string = v.string();
const boolean = v.boolean();

export const logoutRequest = named(
  "LogoutRequest",
  "What a logout app is asked: does this user mean to log out?",
  v.object({
    subject: required(string, "The user who logs out."),
    sid: optional(string, "The session that ends."),
    request_url: required(string, "The path and query that started this."),
    rp_initiated: required(
      boolean,
      "A client sent the browser here; otherwise the user came on their own.",
    ),
  }),
);

export interface LogoutRequest extends ValueOf<typeof logoutRequest> {}
