import { Button } from "./button.tsx";
import { CopyButton } from "./copy.tsx";
import { Dialog } from "./dialog.tsx";

interface SecretOnceProps {
  readonly title: string;
  /** What the secret belongs to, as lines of a file: `client_id`. */
  readonly names: Readonly<Record<string, string>>;
  readonly secret: string;
  /** What the secret is called, as a line of a file. */
  readonly secret_name?: "client_secret" | "access_token";
  readonly file_name: string;
  readonly onClose: () => void;
}

/** Shows a secret for the only time there is. */
export function SecretOnce(props: SecretOnceProps) {
  const { title, names, secret, secret_name = "client_secret", file_name, onClose } = props;
  const lines = Object.entries({ ...names, [secret_name]: secret });
  const file = JSON.stringify(Object.fromEntries(lines), null, 2);
  return (
    <Dialog title={title} onClose={onClose} isDismissable={false}>
      <p>
        <strong>
          This is the only time the {secret_name === "access_token" ? "token" : "secret"} is shown.
        </strong>{" "}
        The server keeps a hash of it and cannot tell it again.
      </p>
      <dl className="secret">
        {lines.map(([name, value]) => (
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
          I have stored it
        </Button>
      </div>
    </Dialog>
  );
}

/** Saves a text as a file, without asking any server. */
function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
