import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { ChannelsDeleted } from "../channels/index.ts";
import { personalTable } from "../operators/index.ts";
import { onUserEnd } from "../users/index.ts";
import { deleteUnreadsJob } from "./jobs.ts";
import { unreadsReady } from "./ready.ts";
import { acknowledgeChannelRoute } from "./routes/acknowledge-channel.ts";
import { acknowledgeServerRoute } from "./routes/acknowledge-server.ts";
import { fetchUnreadsRoute } from "./routes/fetch-unreads.ts";
import { deleteMentionsOf } from "./store/unread-mentions.ts";
import { deleteUnreadsOf } from "./store/unreads.ts";
import type { UnreadsTables } from "./tables.ts";

/** Unread marks and mentions. */
export const unreads: Domain = {
  name: "unreads",
  routes: [fetchUnreadsRoute, acknowledgeChannelRoute, acknowledgeServerRoute],
  ready: [unreadsReady],
  jobs: [deleteUnreadsJob],
  hooks: [
    on(ChannelsDeleted, (tx, { channelIds }) =>
      tx.enqueue(deleteUnreadsJob, { channelIds: [...channelIds] }),
    ),
    ...onUserEnd(async (tx, userId) => {
      await deleteUnreadsOf(tx, userId);
      await deleteMentionsOf(tx, userId);
    }),
  ],
  providers: [personalTable<UnreadsTables>("unreads.json", { channel_unreads: "user_id" })],
};
