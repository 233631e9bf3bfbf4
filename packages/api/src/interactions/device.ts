/** The handoff to the app in which users type the code of a device: RFC 8628 §3.3. */

import * as v from "valibot";
import { oauth2Client } from "../oauth2-client.ts";
import { named, requestObject, required, type ValueOf } from "../objects.ts";
import { text, timestamp } from "../values.ts";
import { askedFields } from "./requested.ts";

const string = v.string();

const user_code = required(
  text,
  "The code that the user typed. Case, dashes and spaces do not matter.",
);

export const userCodeRequest = named(
  "UserCodeRequest",
  "What stands behind a user code: which client asks, on a device, and for what.",
  v.object({
    ...askedFields,
    user_code: required(string, "The code as the device displays it."),
    client: required(oauth2Client, "The client, without its secret."),
    requested_at: required(timestamp, "When the device asked, in RFC 3339."),
    expires_at: required(timestamp, "When the code expires, in RFC 3339."),
  }),
);

export interface UserCodeRequest extends ValueOf<typeof userCodeRequest> {}

export const acceptUserCodeRequest = named(
  "AcceptUserCodeRequest",
  "The user confirms that the code is the one on their device.",
  requestObject({ user_code }),
  { user_code: "WDJB-MJHT" },
);

export interface AcceptUserCodeRequest extends ValueOf<typeof acceptUserCodeRequest> {}

export const rejectUserCodeRequest = named(
  "RejectUserCodeRequest",
  "The user does not know the device, so it gets `access_denied`.",
  requestObject({ user_code }),
  { user_code: "WDJB-MJHT" },
);

export interface RejectUserCodeRequest extends ValueOf<typeof rejectUserCodeRequest> {}
