import { machines } from "./000x/0001-machines.ts";
import { people } from "./000x/0002-people.ts";
import { workspaces } from "./000x/0003-workspaces.ts";
import { inspector } from "./000x/0004-inspector.ts";
import { wholeRows } from "./000x/0005-whole-rows.ts";
import { flowsInTwo } from "./000x/0006-flows-in-two.ts";
import { endsInKeys } from "./000x/0007-ends-in-keys.ts";
import { writeAttempts } from "./000x/0008-write-attempts.ts";
import { signInFailures } from "./000x/0009-sign-in-failures.ts";
import { clientOrigins } from "./001x/0010-client-origins.ts";
import { search } from "./001x/0011-search.ts";
import { tokenDetails } from "./001x/0012-token-details.ts";
import { registration } from "./001x/0013-registration.ts";
import { clientExpiry } from "./001x/0014-client-expiry.ts";
import { deviceAuthorizations } from "./001x/0015-device-authorizations.ts";
import { trustedIssuers } from "./001x/0016-trusted-issuers.ts";
import { pushedRequests } from "./001x/0017-pushed-requests.ts";
import { apis } from "./001x/0018-apis.ts";
import { consentInDetail } from "./001x/0019-consent-in-detail.ts";
import { boundTokens } from "./002x/0020-bound-tokens.ts";
import { webhooks } from "./002x/0021-webhooks.ts";
import { backchannelRequests } from "./002x/0022-backchannel-requests.ts";
import { deviceAuthentication } from "./002x/0023-device-authentication.ts";
import { rotation } from "./002x/0026-rotation.ts";
import type { Migration } from "./migration.ts";

/** Every migration, oldest first. The names are stored, so they stay, whatever folder the file is in. */
export const migrations: readonly Migration[] = [
  machines,
  people,
  workspaces,
  inspector,
  wholeRows,
  flowsInTwo,
  endsInKeys,
  writeAttempts,
  signInFailures,
  clientOrigins,
  search,
  tokenDetails,
  registration,
  clientExpiry,
  deviceAuthorizations,
  trustedIssuers,
  pushedRequests,
  apis,
  consentInDetail,
  boundTokens,
  webhooks,
  backchannelRequests,
  deviceAuthentication,
  rotation,
];
