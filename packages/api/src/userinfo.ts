/** The claims of OpenID Connect Core §5.1, and whatever the consent provider added. */
export interface UserinfoResponse {
  readonly sub: string;
  readonly name?: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly middle_name?: string;
  readonly nickname?: string;
  readonly preferred_username?: string;
  readonly profile?: string;
  readonly picture?: string;
  readonly website?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly gender?: string;
  readonly birthdate?: string;
  readonly zoneinfo?: string;
  readonly locale?: string;
  readonly phone_number?: string;
  readonly phone_number_verified?: boolean;
  /** Unix seconds. */
  readonly updated_at?: number;
  readonly [claim: string]: unknown;
}
