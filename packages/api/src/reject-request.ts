/** A provider's no. The client sees `error` and `error_description`. */
export interface RejectRequest {
  readonly error?: string;
  readonly error_description?: string;
  readonly error_hint?: string;
  readonly error_debug?: string;
  readonly status_code?: number;
}
