import type { Mail } from "../../platform/mail/port.ts";

type MailKind = "verify" | "again" | "reset" | "existing" | "delete" | "moved" | "device" | "identity";

interface Wording {
  readonly subject: string;
  readonly lead: string;
  readonly action: string;
  readonly after: string;
  /** Relative to the URL of the web client. */
  readonly path: string;
}

const wordings: Record<MailKind, Wording> = {
  verify: {
    subject: "Verify your e-mail address",
    lead: "Someone, most likely you, used this address for an account. Follow the link to confirm that it is yours.",
    action: "Verify this address",
    after:
      "The link works for seven days. If this was not you, ignore this mail: nothing happens without the link.",
    path: "/login/verify/",
  },
  again: {
    subject: "Your e-mail address was registered again",
    lead: "This address was registered again before it was verified. Follow the link to confirm that it is yours and to log in. Because several people may have registered it, no password that was chosen so far works: request a new one on the login page afterwards.",
    action: "Verify this address",
    after:
      "The link works for seven days, and so do those of the earlier mails. If this was not you, ignore this mail: nothing happens without a link.",
    path: "/login/verify/",
  },
  reset: {
    subject: "Choose a new password",
    lead: "A new password was requested for your account. Follow the link to choose one.",
    action: "Choose a new password",
    after:
      "The link works for a day. If you did not request it, ignore this mail: your password stays as it is.",
    path: "/login/reset/",
  },
  existing: {
    subject: "You already have an account",
    lead: "Someone, most likely you, tried to register with this address. It already has an account. If you forgot its password, choose a new one here.",
    action: "Choose a new password",
    after: "The link works for a day. If this was not you, ignore this mail: nothing has changed.",
    path: "/login/reset/",
  },
  delete: {
    subject: "Confirm the deletion of your account",
    lead: "You requested the deletion of your account. Follow the link to confirm it. The account is then disabled immediately and deleted some days later.",
    action: "Delete my account",
    after:
      "The link works for a day. If you did not request this, change your password: someone else is logged in as you.",
    path: "/delete/",
  },
  moved: {
    subject: "Your e-mail address was changed",
    lead: "Your account now has another e-mail address, and this one no longer belongs to it. If you changed it, there is nothing to do. If it was not you, someone else is logged in as you: follow the link to get your account back.",
    action: "It was not me",
    after:
      "The link works for a day, even if your password was changed too. Your account gets this address back, you choose a new password, and all devices are logged out.",
    path: "/login/undo/",
  },
  device: {
    subject: "A new device signed in to your account",
    lead: "Somebody signed in to your account on a device that you have not used before. If it was you, there is nothing to do.",
    action: "It was not me",
    after:
      "If it was not you, somebody else knows how to sign in as you. The link leads to your sessions: log the device out there, and then change your password.",
    path: "/settings/sessions",
  },
  identity: {
    subject: "A new way to log in was added to your account",
    lead: "An identity of a provider was linked to your account and can now be used to log in as you. If you linked it, there is nothing to do.",
    action: "It was not me",
    after:
      "If it was not you, someone else is logged in as you. The link leads to your account: unlink the identity there, and then change your password.",
    path: "/settings/account",
  },
};

interface MailRequest {
  readonly kind: MailKind;
  readonly to: string;
  readonly code: string;
  /** What happened, in one line. */
  readonly details?: string | undefined;
}

export function writeMail({ kind, to, code, details }: MailRequest, appUrl: string): Mail {
  const { subject, lead, action, after, path } = wordings[kind];
  const link = `${appUrl}${path}${code}`;
  const about = details === undefined ? [] : [details];
  return {
    to,
    subject,
    text: `${[lead, ...about, link, after].join("\n\n")}\n`,
    html: page([
      ...[lead, ...about].map((words) => `<p>${Bun.escapeHTML(words)}</p>`),
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
