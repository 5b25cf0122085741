import type { Rows } from "../row.ts";
import { accountRows } from "./accounts.ts";
import { channelRows } from "./channels.ts";
import { emojiRows } from "./emojis.ts";
import { inviteRows } from "./invites.ts";
import { memberRows } from "./members.ts";
import { roleRows } from "./roles.ts";
import { serverRows } from "./servers.ts";
import { serviceRows } from "./services.ts";
import { userRows } from "./users.ts";

/** Who may call what: names and rows. */
export const rows = [
  serviceRows,
  accountRows,
  userRows,
  serverRows,
  memberRows,
  roleRows,
  channelRows,
  inviteRows,
  emojiRows,
].flatMap((some: Rows) => Object.entries(some));
