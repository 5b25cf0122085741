import type { Services } from "../../../declare/services.ts";
import { within } from "../../../platform/clock/clock.ts";
import { isEmail } from "../../accounts/index.ts";
import type { SetupCheck, SetupMail } from "../model.ts";

const timeoutMs = 30_000;
/** Of what a mail server answers: whoever has the link must not read from other services by it at length. */
const maxProblem = 300;

/** Sends a mail with keys that are not configured yet, and says what the mail server says. */
export async function testMail(
  { config, openMail }: Services,
  { mail, to }: { readonly mail: SetupMail; readonly to: string },
): Promise<SetupCheck> {
  if (!isEmail(to)) return { ok: false, text: `not an e-mail address: ${to.slice(0, maxProblem)}` };
  const connection = await openMail({ ...config.smtp, folder: "", ...mail });
  if (!connection) return { ok: false, text: "no mail server" };
  try {
    const text = "This is a test mail from your Ermine server. Sending mail works.";
    const sending = connection.send({ to, subject: "Mail from Ermine", text, html: `<p>${text}</p>` });
    await within(timeoutMs, sending, `${mail.host}:${mail.port} did not accept the mail in time`);
    return { ok: true, text: "" };
  } catch (error) {
    return { ok: false, text: describe(error) };
  } finally {
    await connection.close();
  }
}

function describe(error: unknown): string {
  const text = error instanceof Error ? error.message || String(error) : String(error);
  // Control characters of whatever answered.
  return text.replace(/\p{Cc}+/gu, " ").slice(0, maxProblem);
}
