import Type from "typebox";
import { job } from "../../declare/job.ts";
import { deleteWritings, most } from "./actions/delete-writings.ts";
import { deleteSomeOfChannel } from "./store/messages.ts";
import type { Writings } from "./store/writings.ts";

const attempts = 30;

export const deleteWritingsLeft = job({
  name: "delete_writings",
  doc: "Deletes what somebody wrote, a thousand messages at a time; tried for about a day.",
  attempts,
  payload: Type.Object({
    authorId: Type.String(),
    serverId: Type.Optional(Type.String()),
    from: Type.Optional(Type.String()),
    before: Type.Optional(Type.String()),
  }),
  async run({ write }, payload) {
    let left: Writings | undefined = payload;
    while (left) {
      const writings: Writings = left;
      left = await write((tx) => deleteWritings(tx, writings));
    }
  },
});

export const emptyChannels = job({
  name: "empty_channels",
  doc: "Deletes what was said in channels that are gone, a thousand messages at a time; tried for about a day.",
  attempts,
  payload: Type.Object({ channelIds: Type.Array(Type.String()) }),
  async run({ write }, { channelIds }) {
    for (const id of channelIds)
      for (let gone = most; gone === most; ) gone = await write((tx) => deleteSomeOfChannel(tx, id, most));
  },
});
