import type { Mail } from "../../platform/mail/port.ts";

export type MailKind = "verify" | "reset" | "existing" | "delete";

interface Wording {
  readonly subject: string;
  readonly lead: string;
  readonly action: string;
  readonly after: string;
  /** Below the web client. */
  readonly path: string;
}

const wordings: Record<MailKind, Wording> = {
  verify: {
    subject: "Verify your e-mail address",
    lead: "Somebody, most likely you, used this address for an account. Follow the link to confirm that it is yours.",
    action: "Verify this address",
    after:
      "The link works for seven days. If this was not you, ignore this mail: nothing happens without the link.",
    path: "/login/verify/",
  },
  reset: {
    subject: "Choose a new password",
    lead: "A new password was asked for on your account. Follow the link to choose one.",
    action: "Choose a new password",
    after:
      "The link works for a day. If you did not ask for it, ignore this mail: your password stays as it is.",
    path: "/login/reset/",
  },
  existing: {
    subject: "You have an account already",
    lead: "Somebody, most likely you, tried to register with this address. It has an account already. If you forgot its password, choose a new one here.",
    action: "Choose a new password",
    after: "The link works for a day. If this was not you, ignore this mail: nothing has changed.",
    path: "/login/reset/",
  },
  delete: {
    subject: "Confirm that your account is to be deleted",
    lead: "You asked for your account to be deleted. Follow the link to confirm it. The account is then disabled at once, and deleted some days later.",
    action: "Delete my account",
    after:
      "The link works for a day. If you did not ask for this, change your password: somebody else is logged in as you.",
    path: "/delete/",
  },
};

export interface MailRequest {
  readonly kind: MailKind;
  readonly to: string;
  readonly code: string;
}

export function writeMail({ kind, to, code }: MailRequest, appUrl: string): Mail {
  const { subject, lead, action, after, path } = wordings[kind];
  const link = `${appUrl}${path}${code}`;
  return {
    to,
    subject,
    text: `${lead}\n\n${link}\n\n${after}\n`,
    html: page([
      `<p>${Bun.escapeHTML(lead)}</p>`,
      `<p><a href="${Bun.escapeHTML(link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#3d5a80;color:#ffffff;text-decoration:none">${Bun.escapeHTML(action)}</a></p>`,
      `<p style="color:#666666">${Bun.escapeHTML(after)}</p>`,
      `<p style="color:#666666;font-size:12px;word-break:break-all">${Bun.escapeHTML(link)}</p>`,
    ]),
  };
}

function page(paragraphs: readonly string[]): string {
  const body = paragraphs.join("\n");
  return `<!doctype html>\n<html lang="en"><body style="font-family:sans-serif;font-size:15px;line-height:1.5;max-width:34em;margin:2em auto;padding:0 1em">\n${body}\n</body></html>\n`;
}
