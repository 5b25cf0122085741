import Type from "typebox";
import { job } from "../../declare/job.ts";
import { intervalOf, within } from "../../platform/clock/clock.ts";
import { purgeIfDue } from "./actions/purge-account.ts";
import { endExpiredSessions } from "./actions/sessions.ts";
import { writeMail } from "./mails.ts";
import { mailsSent } from "./metrics.ts";
import { findDueDeletions } from "./store/accounts.ts";
import { deleteExpiredEmailUndos } from "./store/email-undos.ts";
import { deleteOldLockouts } from "./store/lockouts.ts";
import { deleteExpiredMailCodes } from "./store/mail-codes.ts";
import { deleteExpiredChallenges } from "./store/passkey-challenges.ts";
import { deleteExpiredRecoveryLinks } from "./store/recovery-links.ts";
import { listOldSessions } from "./store/sessions.ts";
import { deleteOldSignIns } from "./store/sign-ins.ts";
import { deleteExpiredTickets } from "./store/tickets.ts";

const minute = 60_000;
const hour = 60 * minute;
const mailTimeoutMs = 30_000;

export const sendMail = job({
  name: "send_mail",
  doc: "Sends a mail through the mail server; retried for about a day.",
  // The link in the mail gives access to the account.
  sealed: true,
  attempts: 30,
  payload: Type.Object({
    kind: Type.Enum(["verify", "again", "reset", "existing", "delete", "moved", "device", "identity"]),
    to: Type.String(),
    code: Type.String(),
    details: Type.Optional(Type.String()),
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
  doc: "Ends the sessions that have expired by sessions.max_age or sessions.idle.",
  attempts: 1,
  everyMs: 10 * minute,
  payload: Type.Null(),
  async run({ services, read, write }) {
    const { max_age, idle } = services.config.sessions;
    const now = services.clock.now();
    // Without a limit nothing is old, not even an imported session that was never used.
    const before = (limit: string) => (limit === "" ? undefined : now - intervalOf(limit));
    const old = { opened: before(max_age), used: before(idle), limit: sessionsAtOnce };
    while (max_age !== "" || idle !== "") {
      const page = await read((db) => listOldSessions(db, old));
      if (page.length > 0) await write((tx) => endExpiredSessions(tx, page));
      if (page.length < sessionsAtOnce) return;
    }
  },
});

export const deleteExpiredTicketsJob = job({
  name: "sweep_tickets",
  doc: "Removes expired MFA tickets, lockouts without a recent attempt, expired recovery links, old sign-ins, expired codes and counts of mail, and expired challenges of passkeys.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ write }) {
    await write(async (tx) => {
      await deleteExpiredTickets(tx);
      await deleteOldLockouts(tx);
      await deleteExpiredMailCodes(tx);
      await deleteExpiredEmailUndos(tx);
      await deleteExpiredChallenges(tx);
      await deleteExpiredRecoveryLinks(tx);
      await deleteOldSignIns(tx);
    });
  },
});
