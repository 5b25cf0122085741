import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from "smtp-server";
import { noteSecretsInMail } from "../log/used-secrets.ts";
import { patienceMs } from "../until.ts";

export interface ReceivedMail {
  /** The recipient in the SMTP envelope; a mail to several recipients is received once for each. */
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
}

export interface Inbox extends AsyncDisposable {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** The oldest mail to this address that no earlier call returned; `matching` applies to subject, text and HTML. */
  waitFor(to: string, matching?: RegExp): Promise<ReceivedMail>;
  refuseNext(count: number, code?: number): void;
  clear(): void;
}

/** Opens a real mail server on the loopback interface, which stores the mails it receives. */
export async function openInbox(options: SMTPServerOptions = {}): Promise<Inbox> {
  const received: ReceivedMail[] = [];
  const returned = new WeakSet<ReceivedMail>();
  const waiters = new Set<() => void>();
  let refusals = { left: 0, code: 451 };

  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    async onData(stream, session, done) {
      const raw = await readAll(stream);
      if (refusals.left > 0) {
        refusals.left--;
        return done(Object.assign(new Error("refused by the test"), { responseCode: refusals.code }));
      }
      const mail = parseMail(raw);
      noteSecretsInMail(mail.text);
      for (const { address } of session.envelope.rcptTo) received.push({ ...mail, to: address });
      done();
      for (const check of waiters) check();
    },
    ...options,
  });
  // Tests include clients that disconnect early.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("the inbox has no port");

  function take(to: string, matching: RegExp): ReceivedMail | undefined {
    const mail = received
      .filter((other) => !returned.has(other) && other.to.toLowerCase() === to.toLowerCase())
      .find((other) => [other.subject, other.text, other.html].join("\n").search(matching) >= 0);
    if (mail) returned.add(mail);
    return mail;
  }

  return {
    port: address.port,
    received,
    async waitFor(to, matching = /(?:)/) {
      const { promise, resolve, reject } = Promise.withResolvers<ReceivedMail>();
      const check = () => {
        const mail = take(to, matching);
        if (mail && waiters.delete(check)) resolve(mail);
      };
      const timer = setTimeout(() => {
        const arrived = received.map((mail) => `\n  ${mail.to}: ${mail.subject}`).join("") || " nothing";
        reject(new Error(`no mail to ${to} matching ${matching}; arrived:${arrived}`));
      }, patienceMs);
      waiters.add(check);
      check();
      return promise.finally(() => {
        clearTimeout(timer);
        waiters.delete(check);
      });
    },
    refuseNext(count, code = 451) {
      refusals = { left: count, code };
    },
    clear() {
      received.length = 0;
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

async function readAll(stream: SMTPServerDataStream): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

/** Reads as much of MIME as a mail with a text and an HTML version uses. */
export function parseMail(raw: string): ReceivedMail {
  const { headers } = splitPart(raw);
  const header = (name: string) => decodeWords(headers.get(name) ?? "");
  const bodies = new Map(bodiesOf(raw));
  return {
    to: header("to").replace(/^<(.*)>$/, "$1"),
    from: header("from"),
    subject: header("subject"),
    text: bodies.get("text/plain") ?? "",
    html: bodies.get("text/html") ?? "",
    raw,
  };
}

function splitPart(part: string): { headers: Map<string, string>; body: string } {
  const [head = "", ...body] = part.split("\r\n\r\n");
  const fields = head.replace(/\r\n[ \t]+/g, " ").matchAll(/^([^:\r\n]+):[ \t]*(.*)$/gm);
  const headers = new Map(
    Array.from(fields, ([, name = "", value = ""]) => [name.toLowerCase(), value.trim()]),
  );
  return { headers, body: body.join("\r\n\r\n") };
}

function bodiesOf(part: string): [type: string, content: string][] {
  const { headers, body } = splitPart(part);
  const type = headers.get("content-type") ?? "text/plain";
  const boundary = type.match(/boundary="?([^";]+)/)?.[1];
  if (boundary) return `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1).flatMap(bodiesOf);
  const encoding = headers.get("content-transfer-encoding")?.toLowerCase();
  const content = encoding === "base64" ? decodeBase64(body) : body;
  const decoded = encoding === "quoted-printable" ? decodeQuoted(body.replaceAll("=\r\n", "")) : content;
  return [[type.replace(/;.*/, "").toLowerCase(), decoded.replaceAll("\r\n", "\n").trimEnd()]];
}

function decodeBase64(text: string): string {
  return Buffer.from(text, "base64").toString("utf8");
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decodeWords(text: string): string {
  const joined = text.replace(/(\?=)\s+(=\?)/g, "$1$2");
  return joined.replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
    kind.toUpperCase() === "B" ? decodeBase64(word) : decodeQuoted(word.replaceAll("_", " ")),
  );
}
