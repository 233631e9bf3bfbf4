import type { OAuth2ClientInput } from "@latchkey/api";
import type { Option } from "../../parts/choice.tsx";
import { BrowserIcon, KeysIcon, MachineIcon, PhoneIcon, ServerIcon } from "../../parts/icons.tsx";

/** The kinds of app there are, as far as OAuth cares. */
export type AppKind = "web" | "single_page" | "native" | "machine" | "own_key";

/** What to choose from. */
export const appKinds: readonly Option<AppKind>[] = [
  {
    value: "web",
    label: "Web server",
    hint: "Renders pages or answers an API on a server that can keep a secret.",
    icon: <ServerIcon />,
  },
  {
    value: "single_page",
    label: "Single-page app",
    hint: "Runs in the browser, where nothing stays secret.",
    icon: <BrowserIcon />,
  },
  {
    value: "native",
    label: "Mobile or desktop app",
    hint: "Installed on people’s devices, where nothing stays secret.",
    icon: <PhoneIcon />,
  },
  {
    value: "machine",
    label: "Machine",
    hint: "A job or service that acts for itself. Nobody signs in.",
    icon: <MachineIcon />,
  },
  {
    value: "own_key",
    label: "Server with its own key",
    hint: "Signs its requests, so that no secret is ever sent.",
    icon: <KeysIcon />,
  },
];

/** What a kind of app starts with, and why. */
export interface AppDefaults {
  readonly client: OAuth2ClientInput;
  readonly because: readonly string[];
  readonly redirects: boolean;
  readonly placeholder?: string;
}

const people = {
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  scope: "openid offline_access profile email",
};

const pkce = "PKCE is required: without a secret it is what binds a code to the app that asked.";

/** By kind. */
export const defaultsOf: { readonly [Kind in AppKind]: AppDefaults } = {
  web: {
    client: { ...people, token_endpoint_auth_method: "client_secret_basic" },
    redirects: true,
    placeholder: "https://photos.example/callback",
    because: [
      "It proves itself with a secret in the Authorization header (client_secret_basic).",
      "People sign in with the authorization code flow; refresh tokens keep it going.",
    ],
  },
  single_page: {
    client: { ...people, token_endpoint_auth_method: "none" },
    redirects: true,
    placeholder: "https://app.example/callback",
    because: [
      "It has no secret (token_endpoint_auth_method none).",
      pkce,
      "Scripts from the origins of its redirect URIs may call the token endpoint (CORS).",
    ],
  },
  native: {
    client: { ...people, token_endpoint_auth_method: "none" },
    redirects: true,
    placeholder: "com.example.photos:/callback",
    because: [
      "It has no secret (token_endpoint_auth_method none).",
      pkce,
      "A claimed https link or a scheme of its own brings people back; so does http://127.0.0.1 on any port.",
    ],
  },
  machine: {
    client: {
      grant_types: ["client_credentials"],
      response_types: [],
      scope: "",
      token_endpoint_auth_method: "client_secret_basic",
    },
    redirects: false,
    because: [
      "It gets tokens for itself (client_credentials) and proves itself with a secret.",
      "No redirect URI, no consent, no refresh tokens: it asks again instead.",
    ],
  },
  own_key: {
    client: { ...people, token_endpoint_auth_method: "private_key_jwt" },
    redirects: true,
    placeholder: "https://bank.example/callback",
    because: [
      "It signs an assertion with a private key of its own (private_key_jwt).",
      "The server fetches the public half from its jwks_uri.",
    ],
  },
};
