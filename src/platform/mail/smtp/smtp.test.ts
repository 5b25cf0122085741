import { describe, expect, test } from "bun:test";
import type { SMTPServerOptions, SMTPServerSession } from "smtp-server";
import { openInbox } from "../../../../test/support/accounts/inbox.ts";
import { createSmtpMail, type SmtpOptions } from "./smtp.ts";

const mail = { to: "ann@example.com", subject: "Hello", text: "text", html: "<p>html</p>" };
/** The test server's certificate is self-signed and expired: no client should trust it. */
const untrusted = { verify_certificate: false };

/** Sends one mail to a server with these options, and returns what the server received or the error. */
async function sendOne(server: SMTPServerOptions, client: Partial<SmtpOptions>) {
  const sessions: (SMTPServerSession & { sender: string })[] = [];
  await using inbox = await openInbox({
    ...server,
    onMailFrom({ address }, session, done) {
      sessions.push({ ...session, sender: address });
      done();
    },
  });
  const engine = createSmtpMail({
    host: "127.0.0.1",
    port: inbox.port,
    tls: "none",
    from: "Ermine <noreply@ermine.example>",
    verify_certificate: true,
    ...client,
  });
  const failure = await engine.send(mail).then(
    () => undefined,
    (error: Error) => error,
  );
  await engine.close();
  return { failure, session: sessions[0], received: [...inbox.received] };
}

const offersStartTls: SMTPServerOptions = { disabledCommands: ["AUTH"] };
const speaksTls: SMTPServerOptions = { secure: true, disabledCommands: ["AUTH"] };
const asksWho: SMTPServerOptions = {
  disabledCommands: [],
  onAuth: ({ username, password }, _session, done) =>
    username === "ermine" && password === "sécret" ? done(null, { user: username }) : done(new Error("who?")),
};

describe("TLS", () => {
  test("implicit: from the first byte", async () => {
    const { failure, session, received } = await sendOne(speaksTls, { tls: "implicit", ...untrusted });
    expect(failure).toBeUndefined();
    expect(session?.secure).toBe(true);
    expect(received).toMatchObject([mail]);
  });

  test("implicit: no mail to a server without TLS", async () => {
    const { failure, received } = await sendOne({}, { tls: "implicit", ...untrusted });
    expect(failure).toBeInstanceOf(Error);
    expect(received).toEqual([]);
  });

  test("starttls: the mail travels encrypted", async () => {
    const { failure, session, received } = await sendOne(offersStartTls, { tls: "starttls", ...untrusted });
    expect(failure).toBeUndefined();
    expect(session?.secure).toBe(true);
    expect(received).toMatchObject([mail]);
  });

  test("starttls: no mail to a server that does not offer it, and the error says so", async () => {
    const { failure, session, received } = await sendOne({}, { tls: "starttls", ...untrusted });
    expect(failure?.message).toMatch(/STARTTLS/);
    expect(session).toBeUndefined();
    expect(received).toEqual([]);
  });

  test("none: STARTTLS is not used even if it is offered", async () => {
    const { failure, session, received } = await sendOne(offersStartTls, { tls: "none" });
    expect(failure).toBeUndefined();
    expect(session?.secure).toBe(false);
    expect(received).toMatchObject([mail]);
  });

  test.each(["implicit", "starttls"] as const)(
    "%s: no mail to a server with an untrusted certificate",
    async (tls) => {
      const server = tls === "implicit" ? speaksTls : offersStartTls;
      const { failure, session, received } = await sendOne(server, { tls, verify_certificate: true });
      expect(failure?.message).toMatch(/certificate/i);
      expect(session).toBeUndefined();
      expect(received).toEqual([]);
    },
  );
});

describe("authentication", () => {
  const client = { tls: "starttls", username: "ermine", password: "sécret", ...untrusted } as const;

  test("is sent if the server requires it", async () => {
    const { failure, session, received } = await sendOne(asksWho, client);
    expect(failure).toBeUndefined();
    expect(session?.user).toBe("ermine");
    expect(received).toMatchObject([mail]);
  });

  test("that the server refuses is an error", async () => {
    const { failure, received } = await sendOne(asksWho, { ...client, password: "wrong" });
    expect(failure?.message).toMatch(/login|authenticat|535/i);
    expect(received).toEqual([]);
  });

  test("that is missing is an error", async () => {
    const { failure, received } = await sendOne(asksWho, { ...client, username: "", password: "" });
    expect(failure).toBeInstanceOf(Error);
    expect(received).toEqual([]);
  });
});

describe("names", () => {
  test("the server is greeted with the configured name", async () => {
    const { session } = await sendOne({}, { ehlo_name: "mail.ermine.example" });
    expect(session?.hostNameAppearsAs).toBe("mail.ermine.example");
  });

  test("without one, with a default name", async () => {
    const { session } = await sendOne({}, { ehlo_name: "" });
    expect(session?.hostNameAppearsAs).not.toBe("");
  });

  test("the sender of the envelope is the bare address", async () => {
    const { session, received } = await sendOne({}, {});
    expect(session?.sender).toBe("noreply@ermine.example");
    expect(received[0]?.from).toBe("Ermine <noreply@ermine.example>");
  });

  test("replies go to the configured address", async () => {
    const [to, nowhere] = [
      await sendOne({}, { reply_to: "help@ermine.example" }),
      await sendOne({}, { reply_to: "" }),
    ];
    expect(to.received[0]?.raw).toMatch(/^Reply-To: help@ermine\.example\r$/m);
    expect(nowhere.received[0]?.raw).not.toMatch(/^Reply-To/m);
  });
});
