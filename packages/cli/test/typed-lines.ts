/** One thing to type, and what to look for. */
export interface Line {
  /** The command, as it is listed. */
  readonly name: string;
  /** What follows it. `$NAME` is what an earlier line captured. */
  readonly typed: string;
  readonly code?: number;
  /** Begins what is shown. */
  readonly says: RegExp;
  /** Keeps the first group of what is shown under a name. */
  readonly capture?: { readonly as: string; readonly from: RegExp };
  /** A password to give when asked. */
  readonly password?: string;
  /** There is a table, or a heading, in colour. */
  readonly colour?: boolean;
  /** There is a bar while it works. */
  readonly progress?: boolean;
}

const UUID = "[0-9a-f]{8}-[0-9a-f-]{27}";
const FIRST_UUID = new RegExp(`(${UUID})`);
const gone = new RegExp(`^${UUID} is gone`, "m");

/** What somebody types who uses every command once. Later lines need what earlier ones made. */
export const typedLines: readonly Line[] = [
  { name: "version", typed: "", says: /^latchkey v\d/ },
  { name: "completion", typed: "bash", says: /^# bash completion/ },
  { name: "config", typed: "--dsn=memory", says: /^dsn: memory/m },
  { name: "serve", typed: "both", code: 2, says: /^latchkey serve runs all, public or admin/ },
  {
    name: "migrate sql",
    typed: "sqlite://./latchkey.sqlite",
    says: /^applied 0001/m,
    progress: true,
  },
  { name: "janitor", typed: "sqlite://./latchkey.sqlite", says: /removed +0/, progress: true },
  { name: "api-keys create", typed: "--scope read", says: /^The key, shown this once/m },
  {
    name: "accounts create",
    typed: "bob --name 'Bob Builder' --claim birthdate=1999-01-01",
    password: "correct horse",
    says: /can sign in now/,
  },
  { name: "accounts password", typed: "bob", password: "battery staple", says: /new password/ },
  {
    name: "accounts update",
    typed: "bob --claim email_verified=true --claim address.locality=Oxford",
    says: /other claims now/,
  },
  { name: "accounts get", typed: "bob", says: /"locality": "Oxford"/ },
  { name: "accounts list", typed: "", says: /USERNAME +SUBJECT/, colour: true },
  { name: "accounts delete", typed: "bob", says: /is gone/ },
  {
    name: "clients create",
    typed:
      "--id photos --name 'Photo albums' --grant-types client_credentials,authorization_code,refresh_token --scope openid,offline,albums.read --callbacks http://127.0.0.1/callback",
    says: /client id +photos\n.*client secret +lk_cs_/s,
    capture: { as: "SECRET", from: /(lk_cs_\S+)/ },
  },
  { name: "clients get", typed: "photos", says: /"client_name": "Photo albums"/ },
  { name: "clients list", typed: "", says: /CLIENT ID +NAME/, colour: true },
  { name: "clients update", typed: "photos --merge --name Photos", says: /name +Photos/ },
  {
    name: "clients import",
    typed: "albums.json",
    says: /albums/,
    progress: true,
    colour: true,
  },
  {
    name: "clients delete",
    typed: "albums nobody",
    code: 6,
    says: /albums is gone/,
    progress: true,
  },
  { name: "keys create", typed: "invoices first --alg ES256", says: /KID +ALG/, colour: true },
  { name: "keys rotate", typed: "invoices", says: /ES256[^]*signs with it/, colour: true },
  { name: "keys get", typed: "invoices --public", says: /"kid": "first"/ },
  {
    name: "keys import",
    typed: "invoices signing.pem",
    says: /EdDSA/,
    colour: true,
    progress: true,
  },
  { name: "keys retire", typed: "invoices first", says: /first is retired/, progress: true },
  { name: "keys delete", typed: "invoices", says: /is gone/ },
  {
    name: "token client",
    typed: "--client-id photos --client-secret $SECRET --scope albums.read",
    says: /^lk_at_/,
    capture: { as: "TOKEN", from: /(lk_at_\S+)/ },
  },
  { name: "token introspect", typed: "$TOKEN", says: /"active": true/ },
  {
    name: "token revoke",
    typed: "$TOKEN --client-id photos --client-secret $SECRET",
    says: /good for nothing now/,
  },
  {
    name: "token user",
    typed: "--client-id photos --client-secret $SECRET --port 0 --no-open",
    says: /its signature verified/,
    colour: true,
  },
  { name: "sessions list", typed: "$SUBJECT", says: /CLIENT +SCOPE/, colour: true },
  { name: "sessions revoke-consent", typed: "$SUBJECT --client photos", says: /nothing any more/ },
  { name: "sessions revoke-login", typed: "$SUBJECT", says: /must sign in again/ },
  { name: "token delete", typed: "--client-id photos", says: /good for nothing now/ },
  { name: "token flush", typed: "--min-age 1h", says: /are gone/ },
  { name: "clients rotate-secret", typed: "photos", says: /client secret +lk_cs_/ },
  {
    name: "workspaces create",
    typed: "--name Wonderland --resource 'Tea party'",
    says: /name +Wonderland/,
    capture: { as: "WORKSPACE", from: FIRST_UUID },
  },
  { name: "workspaces get", typed: "$WORKSPACE", says: /"title": "Tea party"/ },
  { name: "workspaces list", typed: "", says: /ID +NAME/, colour: true },
  { name: "workspaces update", typed: "$WORKSPACE --name Garden", says: /name +Garden/ },
  {
    name: "workspaces members add",
    typed: "$WORKSPACE --subject alice --role admin",
    says: /role +admin/,
    capture: { as: "MEMBER", from: FIRST_UUID },
  },
  { name: "workspaces members list", typed: "$WORKSPACE", says: /USER ID +SUBJECT/, colour: true },
  {
    name: "workspaces members update",
    typed: "$WORKSPACE $MEMBER --role member",
    says: /role +member/,
  },
  {
    name: "workspaces integrations create",
    typed: "--name Rabbit --callbacks https://rabbit.example/callback --capabilities read_content",
    says: /client secret +lk_/,
    capture: { as: "INTEGRATION", from: FIRST_UUID },
  },
  { name: "workspaces integrations get", typed: "$INTEGRATION", says: /"name": "Rabbit"/ },
  { name: "workspaces integrations list", typed: "", says: /ID +NAME/, colour: true },
  {
    name: "workspaces integrations update",
    typed: "$INTEGRATION --enabled=false",
    says: /enabled +no/,
  },
  {
    name: "workspaces integrations rotate-secret",
    typed: "$INTEGRATION --overlap 0",
    says: /client secret +lk_/,
  },
  { name: "workspaces installations list", typed: "", says: /Nothing is installed/ },
  {
    name: "workspaces integrations issue-token",
    typed: "$INTEGRATION --overlap 0",
    code: 8,
    says: /has no static token/,
  },
  {
    name: "workspaces integrations revoke-tokens",
    typed: "$INTEGRATION",
    code: 8,
    says: /has no static token/,
    progress: true,
  },
  { name: "workspaces installations get", typed: "$WORKSPACE", code: 6, says: /no such/ },
  { name: "workspaces installations share", typed: "$WORKSPACE", code: 6, says: /no such/ },
  {
    name: "workspaces installations disconnect",
    typed: "$WORKSPACE",
    code: 6,
    says: /no such/,
    progress: true,
  },
  { name: "workspaces members remove", typed: "$WORKSPACE $MEMBER", says: gone, progress: true },
  { name: "workspaces integrations delete", typed: "$INTEGRATION", says: gone, progress: true },
  { name: "workspaces delete", typed: "$WORKSPACE", says: gone, progress: true },
  { name: "doctor", typed: "", says: /good +issuer[^]*0 bad/, progress: true },
];
