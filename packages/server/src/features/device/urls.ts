import { devicePages, deviceOperations } from "@latchkey/api";
import { publicUrl } from "../../flows/page-urls.ts";
import { joinUrl } from "../../openid/urls.ts";
import type { DeviceContext } from "./context.ts";

type DeviceConfig = DeviceContext["config"];

/** The page on which users enter user codes. */
export function verificationPage(config: DeviceConfig): string {
  const ours = devicePages.devicePage.path;
  return config["urls.device.verification"] ?? joinUrl(publicUrl(config), ours);
}

/** The page that says that a device is connected. */
export function successPage(config: DeviceConfig): string {
  const ours = devicePages.deviceDonePage.path;
  return config["urls.device.success"] ?? joinUrl(publicUrl(config), ours);
}

/** RFC 8628 §3.3.1: what users type. The page itself where it is ours, since that URL is short. */
export function verificationUri(config: DeviceConfig): string {
  return config["urls.device.verification"] === undefined
    ? verificationPage(config)
    : deviceVerificationUrl(config);
}

/** The URL that redirects browsers to the page for user codes. */
export function deviceVerificationUrl(config: DeviceConfig): string {
  return joinUrl(publicUrl(config), deviceOperations.performOAuth2DeviceVerificationFlow.path);
}
