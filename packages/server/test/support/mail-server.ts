import assert from "node:assert/strict";
import { once } from "node:events";
import { after } from "node:test";
import { SMTPServer } from "smtp-server";

/** A mail as the server got it. */
interface ReceivedMail {
  readonly from: string;
  /** Of the envelope: whom it is delivered to. */
  readonly to: readonly string[];
  /** Decoded, by name in lower case. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
  readonly html: string;
  /** All of it, as it was sent. */
  readonly source: string;
  /** The user that signed in, if any. */
  readonly user: string | undefined;
}

/** A mail server on this machine. */
export interface MailServer {
  readonly url: string;
  /** The next mail that was not returned yet, also one that arrived before this call. */
  next(): Promise<ReceivedMail>;
  /** How many mails arrived. */
  readonly count: number;
}

/** The refusal of a recipient: a status of SMTP, or undefined to accept it. */
type Refuse = (address: string) => number | undefined;

/** Starts a mail server without TLS, and stops it after the tests of this file. */
export async function startMailServer(refuse: Refuse = () => undefined): Promise<MailServer> {
  const arrived: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  let count = 0;
  const take = (mail: ReceivedMail): void => {
    count += 1;
    const waiter = waiting.shift();
    if (waiter === undefined) arrived.push(mail);
    else waiter(mail);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === "p@ss:word"
        ? done(null, { user: username })
        : done(new Error("Wrong user or password.")),
    onRcptTo({ address }, _session, done) {
      const status = refuse(address);
      done(
        status === undefined
          ? null
          : Object.assign(new Error("The recipient is refused."), { responseCode: status }),
      );
    },
    onData(stream, { envelope, user }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = envelope;
        take({
          ...parseMail(Buffer.concat(chunks).toString("latin1")),
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user,
        });
        done();
      });
    },
  });
  server.on("error", () => {}); // Of connections that the sender gave up.
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  after(() => new Promise<void>((resolve) => server.close(resolve)));
  const address = server.server.address();
  assert.ok(typeof address === "object" && address !== null);
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    next() {
      const mail = arrived.shift();
      if (mail !== undefined) return Promise.resolve(mail);
      return new Promise((resolve) => waiting.push(resolve));
    },
    get count() {
      return count;
    },
  };
}

function parseMail(source: string): Pick<ReceivedMail, "headers" | "text" | "html" | "source"> {
  const mail = parsePart(source);
  const parts = partsOf(mail);
  assert.ok(parts.length > 1, "The mail has no parts.");
  const of = (type: string): string => {
    const part = parts.find((one) => typeOf(one).startsWith(type));
    return part === undefined ? "" : decodeBody(part);
  };
  return { headers: mail.headers, text: of("text/plain"), html: of("text/html"), source };
}

/** A part and those within it (RFC 2046 §5.1). */
function partsOf(part: Part): readonly Part[] {
  const boundary = /boundary="([^"]+)"/.exec(typeOf(part))?.[1];
  if (boundary === undefined) return [part];
  const inner = part.body.split(`--${boundary}`).map((text) => text.replace(/^\r\n/, ""));
  return [part, ...inner.flatMap((text) => partsOf(parsePart(text)))];
}

function typeOf({ headers }: Part): string {
  return headers.get("content-type")?.[0] ?? "";
}

interface Part {
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

function parsePart(source: string): Part {
  const end = source.indexOf("\r\n\r\n");
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = decodeWords(line.slice(colon + 1).trim());
    headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  return { headers, body: source.slice(end + 4) };
}

/** RFC 2047. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString("utf8")
        : decodeQuotedPrintable(text.replaceAll("_", " ")),
    );
}

function decodeBody({ headers, body }: Part): string {
  const encoding = headers.get("content-transfer-encoding")?.[0] ?? "";
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  return encoding === "quoted-printable" ? decodeQuotedPrintable(body) : body;
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
