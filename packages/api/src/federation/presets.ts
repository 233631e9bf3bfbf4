/** What is known of identity providers that many products connect, so that an operator enters their credentials alone. */

/** The fields of an identity provider that a preset fills in where they are not given. */
interface PresetFields {
  readonly issuer?: string;
  readonly authorization_endpoint?: string;
  readonly token_endpoint?: string;
  readonly userinfo_endpoint?: string;
  readonly emails_endpoint?: string;
  readonly subject_claim?: string;
  readonly scope: readonly string[];
  readonly claims?: Readonly<Record<string, string>>;
  readonly trust_email_verified?: boolean;
  readonly response_mode?: "query" | "form_post";
  readonly token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post";
}

interface Preset {
  readonly name: string;
  /** Where an operator registers the server, and copies the credentials. */
  readonly registration: string;
  /** What the operator has to replace in the issuer; undefined where it is complete. */
  readonly issuer_placeholder?: string;
  readonly fields: PresetFields;
}

/** The presets, in the order in which they are offered. */
export const identityProviderPresets = {
  google: {
    name: "Google",
    registration: "https://console.cloud.google.com/auth/clients",
    fields: { issuer: "https://accounts.google.com", scope: ["openid", "profile", "email"] },
  },
  microsoft: {
    name: "Microsoft",
    registration: "https://entra.microsoft.com",
    issuer_placeholder: "https://login.microsoftonline.com/<tenant id>/v2.0",
    fields: {
      scope: ["openid", "profile", "email"],
      // An administrator of any tenant can enter any address as that of a user.
      trust_email_verified: false,
    },
  },
  apple: {
    name: "Apple",
    registration: "https://developer.apple.com/account/resources/identifiers/list/serviceId",
    fields: {
      issuer: "https://appleid.apple.com",
      scope: ["openid", "email"],
      // Apple demands it where a scope such as email is requested.
      response_mode: "form_post",
      token_endpoint_auth_method: "client_secret_post",
    },
  },
  github: {
    name: "GitHub",
    registration: "https://github.com/settings/developers",
    fields: {
      authorization_endpoint: "https://github.com/login/oauth/authorize",
      token_endpoint: "https://github.com/login/oauth/access_token",
      userinfo_endpoint: "https://api.github.com/user",
      emails_endpoint: "https://api.github.com/user/emails",
      subject_claim: "id",
      scope: ["read:user", "user:email"],
      token_endpoint_auth_method: "client_secret_post",
      claims: {
        name: "name",
        preferred_username: "login",
        email: "email",
        email_verified: "email_verified",
        picture: "avatar_url",
        profile: "html_url",
      },
    },
  },
  gitlab: {
    name: "GitLab",
    registration: "https://gitlab.com/-/user_settings/applications",
    fields: { issuer: "https://gitlab.com", scope: ["openid", "profile", "email"] },
  },
} as const satisfies Readonly<Record<string, Preset>>;

export type IdentityProviderPreset = keyof typeof identityProviderPresets;

export function isIdentityProviderPreset(name: string): name is IdentityProviderPreset {
  return Object.hasOwn(identityProviderPresets, name);
}

/** The preset of that name, with every field that one may have. */
export function presetOf(name: IdentityProviderPreset): Preset {
  return identityProviderPresets[name];
}
