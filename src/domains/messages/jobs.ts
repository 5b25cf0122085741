import Type from "typebox";
import { job } from "../../declare/job.ts";
import { deleteAuthoredMessages } from "./actions/delete-authored-messages.ts";
import { embedLinks } from "./actions/embed-links.ts";
import { removeSomeOfChannel } from "./actions/remove-messages.ts";
import { type AuthoredMessages, deleteSomeWriters } from "./store/authored-messages.ts";
import { deleteOldKeys } from "./store/sending.ts";
import { deleteExpiredSlowmodes } from "./store/slowmodes.ts";

const attempts = 30;
/** How many rows of a channel one transaction deletes: nobody waits for it, and others should not wait either. */
const step = 200;

export const deleteAuthoredMessagesJob = job({
  name: "delete_writings",
  doc: "Deletes what somebody wrote, two hundred messages at a time; tried for about a day.",
  attempts,
  payload: Type.Object({
    authorId: Type.String(),
    serverId: Type.Optional(Type.String()),
    from: Type.Optional(Type.String()),
    before: Type.Optional(Type.String()),
    reached: Type.Optional(Type.Object({ channelId: Type.String(), id: Type.Optional(Type.String()) })),
  }),
  async run({ write }, payload) {
    let left: AuthoredMessages | undefined = payload;
    while (left) {
      const writings: AuthoredMessages = left;
      left = await write((tx) => deleteAuthoredMessages(tx, writings));
    }
  },
});

export const emptyChannels = job({
  name: "empty_channels",
  doc: "Deletes the messages of deleted channels, two hundred rows at a time; tried for about a day.",
  attempts,
  payload: Type.Object({ channelIds: Type.Array(Type.String()) }),
  async run({ write }, { channelIds }) {
    for (const id of channelIds)
      for (const deleteSome of [removeSomeOfChannel, deleteSomeWriters])
        for (let gone = step; gone === step; ) gone = await write((tx) => deleteSome(tx, id, step));
  },
});

export const unfurlLinks = job({
  name: "unfurl_links",
  doc: "Adds to a message what its links lead to.",
  attempts: 3,
  // Whoever wrote the message chose the hosts, and they may take their time to answer.
  parallel: 2,
  payload: Type.Object({ channel: Type.String(), message: Type.String() }),
  run: embedLinks,
});

const hour = 3_600_000;
/** Nobody sends the same again after that. */
const keysLastMs = 24 * hour;

export const sweepSendingRules = job({
  name: "sweep_sending_rules",
  doc: "Forgets keys of messages that nobody will send again, and waits that are over.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ services, write }) {
    await write((tx) => deleteOldKeys(tx, services.clock.now() - keysLastMs));
    await write(deleteExpiredSlowmodes);
  },
});
