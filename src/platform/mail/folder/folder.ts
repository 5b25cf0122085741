import { access, constants, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { systemClock } from "../../clock/clock.ts";
import { createIds } from "../../ids/ids.ts";
import type { MailPort } from "../port.ts";

/** Writes each mail as one `.eml` file. The names sort in the order of sending. */
export function createFolderMail(directory: string, from: string): MailPort {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const ids = createIds(systemClock);

  return {
    async send({ to, subject, text, html }) {
      const name = ids.next();
      // As an object it is one address whatever it contains; a string would be read as a list.
      const address = { name: "", address: to };
      const { message } = await composer.sendMail({ from, to: address, subject, text, html });
      if (!Buffer.isBuffer(message)) throw new TypeError("the mail was not composed into a buffer");
      await mkdir(directory, { recursive: true });
      await writeAtomically(directory, `${name}.eml`, message);
    },
    async verify() {
      await mkdir(directory, { recursive: true });
      await access(directory, constants.W_OK);
    },
    async close() {
      composer.close();
    },
  };
}

async function writeAtomically(directory: string, name: string, content: Buffer): Promise<void> {
  const temporary = join(directory, `.${name}.tmp`);
  try {
    // Only the owner of the process may read them: mails contain links that open accounts.
    await using file = await open(temporary, "wx", 0o600);
    await file.writeFile(content);
    await file.sync();
    await rename(temporary, join(directory, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await using folder = await open(directory, "r");
  await folder.sync();
}
