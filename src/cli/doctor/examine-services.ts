import { randomUUID } from "node:crypto";
import type { Services } from "../../declare/services.ts";
import { within } from "../../platform/clock/clock.ts";
import { findVoiceSource } from "../../platform/voice/voice-source.ts";
import { explainCertificate } from "./certificate-problem.ts";
import { attempt, type Finding, failure, ok } from "./finding.ts";

const timeoutMs = 30_000;

/** Writes a file, reads it and deletes it, where files are stored. */
export function examineFiles({ blobs, config }: Services): Promise<Finding> {
  const { bucket, endpoint } = config.s3;
  const check = bucket === "" ? "files" : "S3";
  const advice =
    bucket === ""
      ? "Check that the folder `files` in data_dir is writable."
      : "Check the section [s3]: endpoint, region, bucket and keys. The keys must be allowed to list the bucket, and to read, write and delete its objects.";
  const trial = explainCertificate(check, "s3.endpoint", async () => {
    const key = `doctor-${randomUUID()}`;
    const content = new TextEncoder().encode(key);
    const use = async () => {
      await blobs.put(key, content);
      const read = await new Response(await blobs.get(key)).text();
      await blobs.delete(key);
      if (read !== key) throw new Error("the content read back differs from what was written");
    };
    await within(timeoutMs, use(), "no answer in time");
    return ok(check, bucket === "" ? "in data_dir" : `bucket ${bucket} at ${endpoint || "Amazon"}`);
  });
  return attempt(check, advice, trial);
}

/** Logs in at the mail server, and sends a mail if there is an address to send it to. */
export async function examineMail({ mail, config }: Services, sendTo: string | undefined): Promise<Finding> {
  const check = "mail";
  const { host, port, folder, from } = config.smtp;
  if (!mail)
    return sendTo === undefined
      ? ok(check, "off: smtp.host is empty, so addresses are not verified and passwords cannot be reset")
      : failure(check, "smtp.host is empty", "Set it, and the other keys of [smtp], to send mail.");
  const target = folder === "" ? `${host}:${port}` : `the folder ${folder}`;
  const advice = `Check the section [smtp]: ${target} must be reachable, and accept the user name and password.`;
  const trial = explainCertificate(check, "smtp.host", async () => {
    await within(timeoutMs, mail.verify(), `${target} did not answer in time`);
    if (sendTo === undefined) return ok(check, `${target} accepts mail; --send-to ADDRESS sends one`);
    const text = "This is a test mail from your Ermine server. Sending mail works.";
    const testMail = { to: sendTo, subject: "Mail from Ermine", text, html: `<p>${text}</p>` };
    await within(timeoutMs, mail.send(testMail), `${target} did not accept the mail in time`);
    return ok(check, `${target} accepted a mail from ${from} to ${sendTo}`);
  });
  return attempt(check, advice, trial);
}

/** Makes a call through each voice node. */
export async function examineVoice({ config, voice }: Services): Promise<Finding[]> {
  const source = findVoiceSource(config);
  if (source.kind === "off") return [ok("voice", `off: ${source.why}`)];
  return Promise.all(
    (voice?.all ?? []).map(async (node) => {
      const found = await node.examine();
      const text = `${node.name}: ${found.text}`;
      return found.ok
        ? ok("voice", text)
        : failure("voice", text, "docs/operating/voice.md says what calls need.");
    }),
  );
}
