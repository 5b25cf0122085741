import Type from "typebox";
import { job } from "../../declare/job.ts";
import { deleteExpiredSlowmodes } from "../channels/index.ts";
import { deleteAuthoredMessages } from "./actions/delete-authored-messages.ts";
import { removeSomeOfChannel } from "./actions/delete-messages.ts";
import { embedLinks } from "./actions/embed-links.ts";
import { type AuthoredMessages, deleteSomeWriters } from "./store/authored-messages.ts";
import { deleteOldKeys } from "./store/sending.ts";

const attempts = 30;
/** Rows per transaction: each stays short, so that other writers do not wait for it. */
const batchSize = 200;

export const deleteAuthoredMessagesJob = job({
  name: "delete_writings",
  doc: "Deletes messages of an author, two hundred at a time; tried for about a day.",
  attempts,
  payload: Type.Object({
    authorId: Type.String(),
    serverId: Type.Optional(Type.String()),
    from: Type.Optional(Type.String()),
    before: Type.Optional(Type.String()),
    reached: Type.Optional(Type.Object({ channelId: Type.String(), id: Type.Optional(Type.String()) })),
  }),
  async run({ write }, payload) {
    let rest: AuthoredMessages | undefined = payload;
    while (rest) {
      const selection: AuthoredMessages = rest;
      rest = await write((tx) => deleteAuthoredMessages(tx, selection));
    }
  },
});

export const deleteChannelMessagesJob = job({
  name: "empty_channels",
  doc: "Deletes the messages of deleted channels, two hundred rows at a time; tried for about a day.",
  attempts,
  payload: Type.Object({ channelIds: Type.Array(Type.String()) }),
  async run({ write }, { channelIds }) {
    for (const id of channelIds)
      for (const deleteSome of [removeSomeOfChannel, deleteSomeWriters])
        for (let deleted = batchSize; deleted === batchSize; )
          deleted = await write((tx) => deleteSome(tx, id, batchSize));
  },
});

export const unfurlLinksJob = job({
  name: "unfurl_links",
  doc: "Adds embeds for the links of a message.",
  attempts: 3,
  // The author of the message chose the hosts, and they may be slow to answer.
  parallel: 4,
  payload: Type.Object({
    channel: Type.String(),
    message: Type.String(),
    account: Type.Optional(Type.String()),
  }),
  onBehalfOf: ({ account }) => account,
  run: embedLinks,
});

const hour = 3_600_000;
/** Clients do not retry a message after that. */
const keyLifetimeMs = 24 * hour;

export const sweepSendingRulesJob = job({
  name: "sweep_sending_rules",
  doc: "Deletes old idempotency keys of messages, and slowmodes that have ended.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ services, write }) {
    await write((tx) => deleteOldKeys(tx, services.clock.now() - keyLifetimeMs));
    await write(deleteExpiredSlowmodes);
  },
});
