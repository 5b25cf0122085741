import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { AccountPurged } from "../accounts/index.ts";
import { ChannelsDeleted } from "../channels/index.ts";
import { PersonalDataOf, personalRows } from "../operators/index.ts";
import { UserDeleted } from "../users/index.ts";
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
    ...[AccountPurged, UserDeleted].map((hook) =>
      on(hook, async (tx, { userId }) => {
        await deleteUnreadsOf(tx, userId);
        await deleteMentionsOf(tx, userId);
      }),
    ),
  ],
  providers: [
    provide(
      PersonalDataOf,
      personalRows("unreads.json", (db, userId) =>
        db
          .sql<UnreadsTables>()
          .selectFrom("channel_unreads")
          .selectAll()
          .where("user_id", "=", userId)
          .execute(),
      ),
    ),
  ],
};
