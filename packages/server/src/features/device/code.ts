import type { deviceOperations } from "@latchkey/api";
import type { FeatureCode } from "../../feature/feature.ts";
import { oAuth2DeviceFlow } from "./authorization-endpoint.ts";
import type { DeviceContext } from "./context.ts";
import { hasConnectedDevice } from "./cookies.ts";
import { hasDeniedDevice } from "./denial.ts";
import { deviceAcceptances } from "./explanations.ts";
import { deviceKind } from "./flow-kind.ts";
import { deviceCode } from "./grant-type.ts";
import { deviceTables } from "./migrations.ts";
import { openDevices } from "./open.ts";
import { heldDevices } from "./store.ts";
import { deviceVerificationUrl, verificationUri } from "./urls.ts";
import { deviceCodeRejections } from "./rules/device-authorization.ts";
import { userCodeRejections } from "./rules/user-code-request.ts";
import * as userCodeRequests from "./user-code-endpoints.ts";
import { performOAuth2DeviceVerificationFlow } from "./verification-endpoint.ts";

export const code: FeatureCode<keyof typeof deviceOperations, DeviceContext> = {
  endpoints: { oAuth2DeviceFlow, performOAuth2DeviceVerificationFlow, ...userCodeRequests },
  tables: deviceTables,
  open: openDevices,
  grant_types: [deviceCode],
  flow_kinds: [deviceKind],
  holdings: ({ store }) => [heldDevices(store.tools.database)],
  pageOptions: ({ config }) => ({ device_url: deviceVerificationUrl(config) }),
  startLinks: (config) => ({ device_url: verificationUri(config) }),
  describeVisit: (request, context) => ({
    device_connected: hasConnectedDevice(request, context),
    device_denied: hasDeniedDevice(request, context),
  }),
  acceptances: [deviceAcceptances],
  rejections: [deviceCodeRejections, userCodeRejections],
};
