/** A command line and the expected result. */
export interface CommandLine {
  /** The command's name. */
  readonly name: string;
  /** Its arguments. `$NAME` is replaced by the value an earlier line captured. */
  readonly arguments: string;
  readonly code?: number;
  /** Must match the output. */
  readonly says: RegExp;
  /** Captures the first group of the match under a name. */
  readonly capture?: { readonly as: string; readonly from: RegExp };
  /** Answer to the password prompt. */
  readonly password?: string;
  /** The output has a coloured table or heading. */
  readonly colour?: boolean;
  /** A progress bar is drawn. */
  readonly progress?: boolean;
}

const UUID = "[0-9a-f]{8}-[0-9a-f-]{27}";
const FIRST_UUID = new RegExp(`(${UUID})`);
const deleted = new RegExp(`^(Deleted|Removed) ${UUID}\\.`, "m");

/** Every command once. Later lines depend on what earlier ones created. */
export const commandLines: readonly CommandLine[] = [
  { name: "version", arguments: "", says: /^latchkey v\d/ },
  { name: "completion", arguments: "bash", says: /^# bash completion/ },
  { name: "config", arguments: "--dsn=memory", says: /^dsn: memory/m },
  { name: "serve", arguments: "both", code: 2, says: /^latchkey serve takes all, public or admin/ },
  { name: "test-server", arguments: "--at=soon", code: 2, says: /^--at takes a date/ },
  {
    name: "takeover",
    arguments: "--dry-run --from clients.jsonl --to sqlite://./latchkey.sqlite",
    says: /^ +client +1$/m,
    colour: true,
  },
  {
    name: "takeover shadow",
    arguments: "--old=here",
    code: 2,
    says: /^--old takes two values, public and admin/,
  },
  {
    name: "migrate sql",
    arguments: "sqlite://./latchkey.sqlite",
    says: /^applied 0001/m,
    progress: true,
  },
  {
    name: "migrate sql up",
    arguments: "sqlite://./latchkey.sqlite -e --yes",
    says: /^The database is up to date/m,
  },
  {
    name: "migrate --plan",
    arguments: "sqlite://./planned.sqlite",
    says: /^ +0001-baseline +create \d+ tables +none +nothing +milliseconds$/m,
    colour: true,
  },
  {
    name: "migrate status",
    arguments: "sqlite://./latchkey.sqlite",
    says: /^ +0001\S* +applied +\d{4}-/m,
    colour: true,
  },
  {
    name: "backup",
    arguments:
      "--to latchkey.backup --dsn=sqlite://./latchkey.sqlite --secrets.system=a-secret-of-tests",
    says: /^Wrote latchkey\.backup: \d+ rows of \d+ tables, [\d,]+ bytes\.$/m,
    progress: true,
  },
  {
    name: "backup verify",
    arguments:
      "latchkey.backup --dsn=sqlite://./latchkey.sqlite --secrets.system=a-secret-of-tests",
    says: /^ +revision +\d+$[^]*^latchkey\.backup is in order: \d+ rows\. The other/m,
    colour: true,
    progress: true,
  },
  {
    name: "restore",
    arguments:
      "--from latchkey.backup --to sqlite://./restored.sqlite --secrets.system=a-secret-of-tests",
    says: /^Restored \d+ rows of \d+ tables, as they were at \d{4}-\d\d-\d\dT/m,
    progress: true,
  },
  { name: "janitor", arguments: "sqlite://./latchkey.sqlite", says: /removed +0/, progress: true },
  {
    name: "api-keys create",
    arguments: "--name CI --role viewer --expires-in 24h",
    says: /^ +key +lk_key_/m,
    capture: { as: "KEY", from: FIRST_UUID },
  },
  { name: "api-keys list", arguments: "", says: /ID +NAME +MAY/, colour: true },
  {
    name: "api-keys revoke",
    arguments: "$KEY",
    says: new RegExp(`^Revoked ${UUID}`, "m"),
    progress: true,
  },
  {
    name: "operators add",
    arguments: "--subject support-lead --role operator",
    says: /^ +subject +support-lead$/m,
  },
  { name: "operators list", arguments: "", says: /SUBJECT +NAME +ROLE/, colour: true },
  {
    name: "operators update",
    arguments: "support-lead --role viewer",
    says: /^ +role +viewer$/m,
  },
  {
    name: "operators remove",
    arguments: "support-lead",
    says: /^Removed support-lead/m,
    progress: true,
  },
  {
    name: "audit list",
    arguments: "--type operator",
    says: /deleted +operator support-lead/,
    colour: true,
  },
  { name: "audit head", arguments: "", says: /^ +hash +[0-9a-f]{64}$/m },
  {
    name: "audit export",
    arguments: "--after $LAST",
    says: /^Exported \d+ entries\. The last is \d+ /m,
  },
  {
    name: "audit verify",
    arguments: "audit.jsonl",
    says: /^\d entries, 1 to \d: one unbroken chain\.$/m,
  },
  { name: "failed-sign-ins list", arguments: "", says: /^No failed sign-ins match/m },
  { name: "failed-sign-ins export", arguments: "", says: /^Exported 0 entries\.$/m },
  { name: "whoami", arguments: "", says: /local/ },
  { name: "logout", arguments: "", says: /^You are not logged in/m },
  {
    name: "login",
    arguments: "--endpoint=http://127.0.0.1:1 --fail-after=0",
    code: 4,
    says: /No server/,
  },
  {
    name: "accounts create",
    arguments: "bob --name 'Bob Builder' --claim birthdate=1999-01-01",
    password: "correct horse",
    says: /^Created the account bob/m,
  },
  {
    name: "accounts password",
    arguments: "bob",
    password: "battery staple",
    says: /^Changed the password/m,
  },
  {
    name: "accounts update",
    arguments: "bob --claim email_verified=true --claim address.locality=Oxford",
    says: /^Updated the account bob/m,
  },
  {
    name: "accounts get",
    arguments: "bob",
    says: /"locality": "Oxford"[^]*"created_at": "\d{4}-\d\d-\d\dT[\d:]{8}Z"/,
  },
  { name: "accounts list", arguments: "", says: /USERNAME +SUBJECT/, colour: true },
  {
    name: "accounts import",
    arguments: "people.csv --dry-run",
    says: /CREATED +EXISTING +FAILED/,
    colour: true,
    progress: true,
  },
  { name: "accounts export", arguments: "bob", says: /"username": "bob"/ },
  { name: "accounts delete", arguments: "bob", says: /^Deleted the account bob/m },
  {
    name: "accounts invite",
    arguments: "dinah@wonderland.example --no-mail",
    says: /\/register\/invitation\?token=/,
  },
  {
    name: "accounts invitations",
    arguments: "",
    says: /dinah@wonderland\.example/,
    capture: { as: "INVITATION", from: FIRST_UUID },
    colour: true,
  },
  { name: "accounts withdraw", arguments: "$INVITATION", says: /^Withdr/m, progress: true },
  {
    name: "identity-providers create",
    arguments: "example --issuer https://id.example --client-id latchkey",
    says: /\/sign-in-with\/example\/callback/,
  },
  { name: "identity-providers list", arguments: "", says: /^ +example /m, colour: true },
  { name: "identity-providers get", arguments: "example", says: /"id": "example"/ },
  {
    name: "identity-providers update",
    arguments: "example --name Example",
    says: /example/,
  },
  {
    name: "identity-providers delete",
    arguments: "example",
    says: /^Deleted/m,
    progress: true,
  },
  {
    name: "clients create",
    arguments:
      "--id photos --name 'Photo albums' --grant-types client_credentials,authorization_code,refresh_token,urn:ietf:params:oauth:grant-type:device_code,urn:openid:params:grant-type:ciba --scope openid,offline,albums.read --callbacks http://127.0.0.1/callback",
    says: /client id +photos\n.*client secret +lk_cs_/s,
    capture: { as: "SECRET", from: /(lk_cs_\S+)/ },
  },
  { name: "clients get", arguments: "photos", says: /"client_name": "Photo albums"/ },
  { name: "clients list", arguments: "", says: /CLIENT ID +NAME/, colour: true },
  { name: "clients update", arguments: "photos --name Photos", says: /name +Photos/ },
  {
    name: "clients import",
    arguments: "albums.json",
    says: /albums/,
    progress: true,
    colour: true,
  },
  {
    name: "clients delete",
    arguments: "albums nobody",
    code: 6,
    says: /Deleted albums\./,
    progress: true,
  },
  {
    name: "registration-tokens create",
    arguments: "--note 'Photos team' --scope openid,albums.read --max-uses 5 --expires-in 24h",
    says: /token +lk_iat_[^]*uses +0 of 5/,
    capture: { as: "INITIAL", from: FIRST_UUID },
  },
  { name: "registration-tokens list", arguments: "", says: /ID +NOTE/, colour: true },
  {
    name: "registration-tokens delete",
    arguments: "$INITIAL",
    says: deleted,
    progress: true,
  },
  {
    name: "apis create",
    arguments: "https://albums.example --name Albums --scopes albums.read --any-client",
    says: /identifier +https:\/\/albums\.example/,
  },
  { name: "apis list", arguments: "", says: /ID +IDENTIFIER/, colour: true },
  {
    name: "apis update",
    arguments: "https://albums.example --token-lifespan 10m",
    says: /lifespan +10m/,
  },
  { name: "apis get", arguments: "https://albums.example", says: /"allow_any_client": true/ },
  {
    name: "apis delete",
    arguments: "https://albums.example nobody",
    code: 6,
    says: /^Deleted https:\/\/albums\.example\./m,
    progress: true,
  },
  {
    name: "plan",
    arguments: "-f prints.yaml",
    says: /create +api +https:\/\/prints\.example[^]*^Plan: 1 to create\.$/m,
    colour: true,
  },
  {
    name: "apply",
    arguments: "-f prints.yaml",
    says: /^ +create +api +https:\/\/prints\.example$/m,
  },
  { name: "export", arguments: "--kind api", says: /^identifier: https:\/\/prints\.example$/m },
  { name: "keys create", arguments: "invoices first --alg ES256", says: /KID +ALG/, colour: true },
  {
    name: "keys rotate",
    arguments: "invoices",
    says: /ES256[^]*Delete the older keys later/,
    colour: true,
  },
  { name: "keys signers", arguments: "", says: /^ +memory +ready +rsa +RS256$/m, colour: true },
  {
    name: "keys add",
    arguments: "hydra.jwt.access-token --signer memory --key ec --kid elsewhere",
    says: /elsewhere +ES256 +sig +EC P-256 +in memory/,
    colour: true,
  },
  { name: "keys list", arguments: "", says: /^ +invoices +2 +ES256$/m, colour: true },
  { name: "keys get", arguments: "invoices --public", says: /"kid": "first"/ },
  { name: "secrets status", arguments: "", says: /FINGERPRINT +POSITION/, colour: true },
  {
    name: "keys import",
    arguments: "invoices signing.pem",
    says: /EdDSA/,
    colour: true,
    progress: true,
  },
  {
    name: "trusted-issuers create",
    arguments:
      "https://ci.example --subject-pattern 'repo:octo/*' --keys signing.pem --client-id photos --scope albums.read",
    says: /subject +repo:octo\/\*/,
    capture: { as: "TRUSTED", from: FIRST_UUID },
  },
  { name: "trusted-issuers get", arguments: "$TRUSTED", says: /"client_id": "photos"/ },
  { name: "trusted-issuers list", arguments: "", says: /ID +ISSUER/, colour: true },
  {
    name: "trusted-issuers delete",
    arguments: "$TRUSTED",
    says: deleted,
    progress: true,
  },
  { name: "keys retire", arguments: "invoices first", says: /Retired first\./, progress: true },
  {
    name: "keys delete",
    arguments: "invoices",
    says: /^Deleted invoices/m,
    progress: true,
  },
  {
    name: "token client",
    arguments: "--client-id photos --client-secret $SECRET --scope albums.read",
    says: /^lk_at_/,
    capture: { as: "TOKEN", from: /(lk_at_\S+)/ },
  },
  { name: "token introspect", arguments: "$TOKEN", says: /"active": true/ },
  {
    name: "token revoke",
    arguments: "$TOKEN --client-id photos --client-secret $SECRET",
    says: /is now revoked/,
  },
  {
    name: "token user",
    arguments: "--client-id photos --client-secret $SECRET --port 0 --no-open",
    says: /signature verified/,
    colour: true,
  },
  {
    name: "token device",
    arguments: "--client-id photos --client-secret $SECRET --no-qr",
    says: /signature verified[^]*enter the code [A-Z]{4}-[A-Z]{4} at /,
    colour: true,
  },
  {
    name: "token backchannel",
    arguments: "--client-id photos --client-secret $SECRET --login-hint alice",
    says: /signature verified[^]*The user is asked now/,
    colour: true,
  },
  {
    name: "details-types create",
    arguments: "payment.json",
    says: /sentence +Pay \{amount\} EUR/,
  },
  { name: "details-types get", arguments: "payment", says: /"reducible": \[/ },
  { name: "details-types list", arguments: "", says: /TYPE +SENTENCE/, colour: true },
  {
    name: "details-types update",
    arguments: "payment.json",
    says: /rememberable +no/,
  },
  {
    name: "details-types delete",
    arguments: "payment nothing",
    code: 6,
    says: /Deleted payment\./,
    progress: true,
  },
  { name: "sessions list", arguments: "$SUBJECT", says: /CLIENT +SCOPE/, colour: true },
  {
    name: "sessions revoke-consent",
    arguments: "$SUBJECT --client photos",
    says: /Revoked the consents/,
  },
  { name: "sessions revoke-login", arguments: "$SUBJECT", says: /Ended the login sessions/ },
  { name: "token delete", arguments: "--client-id photos", says: /Revoked all access tokens/ },
  { name: "token flush", arguments: "--min-age 1h", says: /Deleted expired access tokens/ },
  { name: "end session", arguments: "unknown", says: /^Ended everything of unknown:\n +nothing/m },
  { name: "end grant", arguments: "unknown", says: /^Ended everything of unknown:\n +nothing/m },
  {
    name: "end api",
    arguments: "https://prints.example --dry-run",
    says: /^This would end, of https:\/\/prints\.example:\n +nothing/m,
  },
  { name: "end client", arguments: "photos --dry-run", says: /^This would end, of photos:/m },
  { name: "end subject", arguments: "$SUBJECT", says: /^Ended everything of \S+:/m },
  { name: "clients explain", arguments: "photos", says: /security profile compatible/ },
  { name: "clients rotate-secret", arguments: "photos", says: /client secret +lk_cs_/ },
  {
    name: "workspaces create",
    arguments: "--name Wonderland --resource 'Tea party'",
    says: /name +Wonderland/,
    capture: { as: "WORKSPACE", from: FIRST_UUID },
  },
  { name: "workspaces get", arguments: "$WORKSPACE", says: /"title": "Tea party"/ },
  { name: "workspaces list", arguments: "", says: /ID +NAME/, colour: true },
  { name: "workspaces update", arguments: "$WORKSPACE --name Garden", says: /name +Garden/ },
  {
    name: "workspaces import",
    arguments: "workspaces.csv",
    says: /workspaces +1 +0 +0 +0\n +members +1 +0 +0 +0/,
    colour: true,
    progress: true,
  },
  {
    name: "workspaces members add",
    arguments: "$WORKSPACE --subject alice --role admin",
    says: /role +admin/,
    capture: { as: "MEMBER", from: FIRST_UUID },
  },
  {
    name: "workspaces members list",
    arguments: "$WORKSPACE",
    says: /USER ID +SUBJECT/,
    colour: true,
  },
  {
    name: "workspaces members update",
    arguments: "$WORKSPACE $MEMBER --role member",
    says: /role +member/,
  },
  {
    name: "workspaces integrations create",
    arguments:
      "--name Rabbit --callbacks https://rabbit.example/callback --capabilities read_content",
    says: /client secret +lk_/,
    capture: { as: "INTEGRATION", from: FIRST_UUID },
  },
  { name: "workspaces integrations get", arguments: "$INTEGRATION", says: /"name": "Rabbit"/ },
  { name: "workspaces integrations list", arguments: "", says: /ID +NAME/, colour: true },
  {
    name: "workspaces integrations update",
    arguments: "$INTEGRATION --enabled=false",
    says: /enabled +no/,
  },
  {
    name: "workspaces integrations rotate-secret",
    arguments: "$INTEGRATION --overlap 0",
    says: /client secret +lk_/,
  },
  {
    name: "workspaces integrations webhook-test",
    arguments: "$INTEGRATION",
    code: 8,
    says: /has no webhook_url/,
  },
  {
    name: "workspaces integrations webhook-deliveries",
    arguments: "$INTEGRATION",
    says: /There were no webhooks/,
  },
  {
    name: "workspaces integrations rotate-webhook-secret",
    arguments: "$INTEGRATION",
    code: 8,
    says: /has no webhook_url/,
  },
  {
    name: "event-receivers create",
    arguments: "--name Security --url http://127.0.0.1:1/hooks --kinds account.deleted",
    says: /secret +whsec_/,
    capture: { as: "RECEIVER", from: FIRST_UUID },
  },
  { name: "event-receivers list", arguments: "", says: /ID +NAME/, colour: true },
  { name: "event-receivers update", arguments: "$RECEIVER --disable", says: /enabled +no/ },
  { name: "event-receivers rotate-secret", arguments: "$RECEIVER", says: /secret +whsec_/ },
  { name: "event-receivers test", arguments: "$RECEIVER", code: 1, says: /status +failed/ },
  { name: "event-receivers deliveries", arguments: "$RECEIVER", says: /event\.test/, colour: true },
  {
    name: "event-receivers resend",
    arguments: "$RECEIVER unknown",
    code: 6,
    says: /The receiver has no event with this id/,
    progress: true,
  },
  {
    name: "event-receivers skip",
    arguments: "$RECEIVER unknown",
    code: 6,
    says: /The receiver has no event with this id/,
    progress: true,
  },
  { name: "event-receivers delete", arguments: "$RECEIVER", says: deleted, progress: true },
  { name: "event-streams list", arguments: "", says: /There are no streams/ },
  {
    name: "event-streams set-status",
    arguments: "unknown paused",
    code: 6,
    says: /No stream has this id/,
  },
  {
    name: "event-streams delete",
    arguments: "unknown",
    code: 6,
    says: /No stream has this id/,
    progress: true,
  },
  { name: "workspaces installations list", arguments: "", says: /There are no installations/ },
  {
    name: "workspaces integrations issue-token",
    arguments: "$INTEGRATION --overlap 0",
    code: 8,
    says: /has no static token/,
  },
  {
    name: "workspaces integrations revoke-tokens",
    arguments: "$INTEGRATION",
    code: 8,
    says: /has no static token/,
    progress: true,
  },
  { name: "workspaces installations get", arguments: "$WORKSPACE", code: 6, says: /No such/ },
  { name: "workspaces installations share", arguments: "$WORKSPACE", code: 6, says: /No such/ },
  {
    name: "workspaces installations disconnect",
    arguments: "$WORKSPACE",
    code: 6,
    says: /No such/,
    progress: true,
  },
  {
    name: "workspaces members remove",
    arguments: "$WORKSPACE $MEMBER",
    says: deleted,
    progress: true,
  },
  {
    name: "workspaces integrations delete",
    arguments: "$INTEGRATION",
    says: deleted,
    progress: true,
  },
  { name: "workspaces delete", arguments: "$WORKSPACE", says: deleted, progress: true },
  { name: "reload", arguments: "", code: 3, says: /was started by a program/ },
  { name: "doctor", arguments: "", says: /good +issuer[^]*0 bad/, progress: true },
];
