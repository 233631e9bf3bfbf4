import type { Notice } from "./notice.ts";

/** The texts of the pages that connect a device: RFC 8628 §3.3. */
export interface DeviceMessages {
  readonly connect: string;
  readonly enter_code: string;
  readonly code: string;
  readonly code_missing: string;
  readonly code_invalid: string;
  readonly confirm: (client: string) => string;
  readonly same_code: string;
  /** RFC 8628 §5.4: an attacker may have sent the code, or a link with it. */
  readonly beware: string;
  readonly connected: Notice;
  readonly not_connected: Notice;
  /** Where it is not known whether a device was connected. */
  readonly see_device: Notice;
}
