import type { Rows } from "../row.ts";
import { accountRows } from "./accounts.ts";
import { acknowledgeRows } from "./ack.ts";
import { adminRows } from "./admin.ts";
import { botRows } from "./bots.ts";
import { channelRows } from "./channels.ts";
import { emojiRows } from "./emojis.ts";
import { groupRows } from "./groups.ts";
import { inviteRows } from "./invites.ts";
import { memberRows } from "./members.ts";
import { messageEditRows } from "./message-edits.ts";
import { messageRows } from "./messages.ts";
import { reactionRows } from "./reactions.ts";
import { readingRows } from "./reading.ts";
import { reportRows } from "./reports.ts";
import { roleRows } from "./roles.ts";
import { serverRows } from "./servers.ts";
import { serviceRows } from "./services.ts";
import { userRows } from "./users.ts";
import { voiceRows } from "./voice.ts";
import { webhookRows } from "./webhooks.ts";

/** Who may call what: names and rows. */
export const rows = [
  serviceRows,
  accountRows,
  userRows,
  serverRows,
  memberRows,
  roleRows,
  channelRows,
  acknowledgeRows,
  messageRows,
  readingRows,
  messageEditRows,
  reactionRows,
  groupRows,
  inviteRows,
  emojiRows,
  voiceRows,
  webhookRows,
  botRows,
  reportRows,
  adminRows,
].flatMap((some: Rows) => Object.entries(some));
