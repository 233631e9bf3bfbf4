import { download } from "../download.ts";
import { Button } from "../button.tsx";
import { CopyButton } from "../copy-button.tsx";
import { Dialog } from "./dialog.tsx";
import { useLeaveQuestion } from "../forms/unsaved-input.ts";

interface NewSecretDialogProps {
  readonly title: string;
  /** What the secret belongs to, as fields of the file to download: `client_id`. */
  readonly owner: Readonly<Record<string, string>>;
  readonly secret: string;
  /** The name of the secret in the file to download. */
  readonly secret_name?:
    | "client_secret"
    | "access_token"
    | "initial_access_token"
    | "api_key"
    | "webhook_secret";
  readonly file_name: string;
  readonly onClose: () => void;
}

/** Shows a new secret, which cannot be shown again. */
export function NewSecretDialog(props: NewSecretDialogProps) {
  const { title, owner, secret, secret_name = "client_secret", file_name, onClose } = props;
  const fields = Object.entries({ ...owner, [secret_name]: secret });
  const file = JSON.stringify(Object.fromEntries(fields), null, 2);
  const noun = nounOf(secret_name);
  useLeaveQuestion(`The ${noun} is shown only once. Leave without saving it?`);
  return (
    <Dialog title={title} onClose={onClose} isDismissable={false}>
      <p>
        <strong>Save the {noun} now: it is shown only once.</strong>{" "}
        {secret_name === "webhook_secret"
          ? "Receivers verify webhooks with it."
          : "The server stores a hash of it and cannot show it again."}
      </p>
      <dl className="secret">
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton text={value} what={name} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="dialog-actions">
        <Button onPress={() => download(file_name, file)}>Download as JSON</Button>
        <Button kind="primary" onPress={onClose}>
          I have saved it
        </Button>
      </div>
    </Dialog>
  );
}

function nounOf(secret_name: string): string {
  if (secret_name === "api_key") return "key";
  return secret_name.endsWith("_secret") ? "secret" : "token";
}
