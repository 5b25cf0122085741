import Type from "typebox";
import { job } from "../../declare/job.ts";
import { within } from "../../platform/clock/clock.ts";
import { purgeIfDue } from "./actions/purge-account.ts";
import { endExpiredSessions } from "./actions/sessions.ts";
import { writeMail } from "./mails.ts";
import { mailsSent } from "./metrics.ts";
import { isSessionExpired } from "./rules/session-expiry.ts";
import { findDueDeletions } from "./store/accounts.ts";
import { deleteExpiredEmailUndos } from "./store/email-undos.ts";
import { deleteOldLockouts } from "./store/lockouts.ts";
import { deleteExpiredMailCodes } from "./store/mail-codes.ts";
import { listSessionsAfter } from "./store/sessions.ts";
import { deleteExpiredTickets } from "./store/tickets.ts";

const hour = 3_600_000;
const mailTimeoutMs = 30_000;

export const sendMail = job({
  name: "send_mail",
  doc: "Sends a mail through the mail server; retried for about a day.",
  // The link in the mail gives access to the account.
  sealed: true,
  attempts: 30,
  payload: Type.Object({
    kind: Type.Enum(["verify", "again", "reset", "existing", "delete", "moved"]),
    to: Type.String(),
    code: Type.String(),
  }),
  async run({ services }, request) {
    if (!services.mail) throw new Error("no mail server is configured");
    const sent = services.mail.send(writeMail(request, services.urls.app));
    const count = services.metrics.labelledCounter(mailsSent);
    // Some servers keep answering without ever finishing.
    const taken = within(mailTimeoutMs, sent, "the mail server did not accept the mail in time");
    await taken.catch((error) => {
      count({ outcome: "failed" }).add();
      throw error;
    });
    count({ outcome: "sent" }).add();
  },
});

export const deleteScheduledAccounts = job({
  name: "delete_scheduled_accounts",
  doc: "Purges accounts whose deletion is due, one transaction each.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ services, read, write }) {
    for (;;) {
      const due = await read((db) => findDueDeletions(db, services.clock.now(), 50));
      if (due.length === 0) return;
      for (const { id } of due) await write((tx) => purgeIfDue(tx, id));
    }
  },
});

const sessionsAtOnce = 200;

export const deleteExpiredSessionsJob = job({
  name: "delete_expired_sessions",
  doc: "Ends the sessions that have expired.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ services, read, write }) {
    const { session_idle_days } = services.config.accounts;
    if (session_idle_days === 0) return;
    let after = "";
    for (;;) {
      const page = await read((db) => listSessionsAfter(db, after, sessionsAtOnce));
      const last = page.at(-1);
      if (!last) return;
      after = last.id;
      const expired = page.filter(({ last_seen }) =>
        isSessionExpired(last_seen, session_idle_days, services.clock.now()),
      );
      const ids = expired.map(({ id }) => id);
      if (ids.length > 0) await write((tx) => endExpiredSessions(tx, ids));
    }
  },
});

export const deleteExpiredTicketsJob = job({
  name: "sweep_tickets",
  doc: "Removes expired MFA tickets, lockouts without a recent attempt, and expired codes and counts of mail.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ write }) {
    await write(async (tx) => {
      await deleteExpiredTickets(tx);
      await deleteOldLockouts(tx);
      await deleteExpiredMailCodes(tx);
      await deleteExpiredEmailUndos(tx);
    });
  },
});
