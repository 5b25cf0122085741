import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openInbox, parseMail, type ReceivedMail } from "../../../test/support/accounts/inbox.ts";
import { createFolderMail } from "./folder/folder.ts";
import type { Mail, MailPort } from "./port.ts";
import { createSmtpMail } from "./smtp/smtp.ts";

interface Opened {
  readonly engine: MailPort;
  /** The received mails, oldest first, once for each recipient. */
  readonly delivered: () => Promise<readonly ReceivedMail[]>;
  /** Ways to make the receiving side reject the next mail. */
  readonly breakages: Record<string, () => void | Promise<void>>;
  readonly cleanup: () => Promise<void>;
}

const from = "Ermine Tést <noreply@ermine.example>";

const engines: { name: string; open: () => Promise<Opened> }[] = [
  {
    name: "smtp",
    open: async () => {
      const inbox = await openInbox();
      const engine = createSmtpMail({
        host: "127.0.0.1",
        port: inbox.port,
        tls: "none",
        from,
        verify_certificate: true,
      });
      const close = async () => {
        await inbox[Symbol.asyncDispose]();
      };
      return {
        engine,
        delivered: async () => inbox.received,
        breakages: {
          "answers 550": () => inbox.refuseNext(1, 550),
          "answers 451": () => inbox.refuseNext(1),
          "is down": close,
        },
        async cleanup() {
          await engine.close();
          await close();
        },
      };
    },
  },
  {
    name: "folder",
    open: async () => {
      const parent = await mkdtemp(join(tmpdir(), "mails-"));
      const directory = join(parent, "made", "when-missing");
      const engine = createFolderMail(directory, from);
      return {
        engine,
        delivered: () => readFolder(directory),
        breakages: {
          "is no folder": () => writeFile(join(parent, "made"), ""),
        },
        async cleanup() {
          await engine.close();
          await rm(parent, { recursive: true });
        },
      };
    },
  },
];

async function readFolder(directory: string): Promise<ReceivedMail[]> {
  const names = await readdir(directory).catch(() => []);
  const mails = names.sort().map(async (name) => parseMail(await Bun.file(join(directory, name)).text()));
  // A comma outside of quotes would begin another recipient.
  const receivers = (list: string) => list.match(/("[^"]*"|[^,\s])+/g) ?? [];
  return (await Promise.all(mails)).flatMap((mail) => receivers(mail.to).map((to) => ({ ...mail, to })));
}

const plain: Mail = {
  to: "ann@example.com",
  subject: "Your account",
  text: "Follow https://ermine.example/verify?a=1&b==2 within a day.",
  html: '<p>Follow <a href="https://ermine.example/verify?a=1&amp;b==2">this</a>.</p>',
};

const headersOf = (mail: ReceivedMail) => mail.raw.slice(0, mail.raw.indexOf("\r\n\r\n"));

describe.each(engines)("mail: $name", ({ open }) => {
  let opened: Opened;

  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.cleanup());

  async function deliver(mail: Partial<Mail>): Promise<ReceivedMail> {
    await opened.engine.send({ ...plain, ...mail });
    const [first, ...more] = await opened.delivered();
    if (!first) throw new Error("nothing was delivered");
    expect(more).toEqual([]);
    return first;
  }

  test("delivers every field, and the required headers", async () => {
    const mail = await deliver({});
    expect(mail).toMatchObject({ ...plain, from });
    expect(headersOf(mail)).toMatch(/^Date: .+\d{4}/m);
    expect(headersOf(mail)).toMatch(/^Message-ID: <.+@.+>/m);
    expect(headersOf(mail)).toMatch(/^MIME-Version: 1\.0/m);
    expect(mail.raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  test.each<[string, Partial<Mail>]>([
    [
      "letters of many scripts",
      { subject: "Grüße, здравствуй, 你好 🦦", text: "你好 🦦\nçà et là", html: "<p>你好 🦦</p>" },
    ],
    ["a long subject", { subject: `${"wörter und ".repeat(40)}Ende` }],
    ["long lines", { text: "x".repeat(5_000), html: `<p>${"ü ".repeat(3_000)}</p>` }],
    ["dots alone on a line", { text: "one\n.\n..\ntwo" }],
    ["what looks encoded", { subject: "100=3D%20 _under_", text: "=20 =C3=BC =\nend" }],
    ["what looks like a header", { text: "Subject: other\n\n--boundary--\nFrom here on" }],
  ])("delivers %s unchanged", async (_, mail) => {
    expect(await deliver(mail)).toMatchObject({ ...plain, ...mail });
  });

  test("delivers to a recipient whose name is not ASCII", async () => {
    expect(await deliver({ to: "jürgen@example.com" })).toMatchObject({ to: "jürgen@example.com" });
  });

  test.each(["\r\n", "\n", "\r", "\r\n\r\n", "\u2028", "\0\n"])(
    "a subject with %j adds no header",
    async (line) => {
      const mail = await deliver({ subject: `Hello${line}Bcc: eve@example.com${line}X-Added: yes` });
      expect(headersOf(mail)).not.toMatch(/^(Bcc|X-Added)/im);
      expect(mail).toMatchObject({ to: plain.to, text: plain.text, html: plain.html });
      expect(mail.subject).toStartWith("Hello");
    },
  );

  test.each([
    "ann@example.com, eve@example.com",
    "ann@example.com; eve@example.com",
    "ann@example.com>, <eve@example.com",
    "ann@example.com\r\nBcc: eve@example.com",
    "friends: ann@example.com, eve@example.com;",
  ])("%j is at most one recipient", async (to) => {
    await opened.engine.send({ ...plain, to }).catch(() => {});
    const delivered = await opened.delivered();
    expect(delivered.length).toBeLessThanOrEqual(1);
    expect(delivered.map((mail) => mail.to)).not.toContain("eve@example.com");
    for (const mail of delivered) expect(headersOf(mail)).not.toMatch(/^Bcc/im);
  });

  test("delivers each of many sent at once", async () => {
    const subjects = Array.from({ length: 20 }, (_, index) => `mail ${index}`);
    await Promise.all(subjects.map((subject) => opened.engine.send({ ...plain, subject })));
    const delivered = await opened.delivered();
    expect(delivered.map((mail) => mail.subject).sort()).toEqual(subjects.sort());
  });

  test("delivers in the order of sending", async () => {
    const subjects = ["one", "two", "three", "four"];
    for (const subject of subjects) await opened.engine.send({ ...plain, subject });
    expect((await opened.delivered()).map((mail) => mail.subject)).toEqual(subjects);
  });

  test("rejects when the receiving side rejects the mail", async () => {
    for (const name of Object.keys(opened.breakages)) {
      const broken = await open();
      await broken.breakages[name]?.();
      await expect(broken.engine.send(plain), name).rejects.toThrow();
      expect(await broken.delivered(), name).toEqual([]);
      await broken.cleanup();
    }
  });
});

describe("folder mail", () => {
  test("leaves one readable file a mail, for its owner alone", async () => {
    const directory = await mkdtemp(join(tmpdir(), "mails-"));
    await createFolderMail(directory, from).send(plain);
    const [name = "", ...more] = await readdir(directory);
    expect(more).toEqual([]);
    expect(name).toMatch(/^[0-9A-Z]{26}\.eml$/);
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
    await rm(directory, { recursive: true });
  });
});
