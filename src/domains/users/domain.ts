import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { AccountPurged } from "../accounts/index.ts";
import { BotOwnerOf } from "../files/index.ts";
import { personalRows, Statistics } from "../operators/index.ts";
import { markDeleted } from "./actions/mark-deleted.ts";
import { userCommands } from "./commands/users.ts";
import * as events from "./events.ts";
import { onUserEnd } from "./hooks.ts";
import { usersReady } from "./ready.ts";
import { defaultAvatars } from "./resources/default-avatars.ts";
import * as routes from "./routes/index.ts";
import { deleteClaimChanges, listClaimed } from "./store/imported-users.ts";
import { listRelations } from "./store/relations.ts";
import { sharedUsers } from "./store/shared-users.ts";
import { countUsers, findUser } from "./store/users.ts";

/** Names, profiles, friends, blocking. */
export const users: Domain = {
  name: "users",
  routes: Object.values(routes),
  events: Object.values(events),
  ready: usersReady,
  hooks: [
    on(AccountPurged, (tx, { userId }) => markDeleted(tx, userId)),
    ...onUserEnd(async (tx, userId) => {
      // Who they were elsewhere goes as well, and what was kept to undo their claim.
      for (const { user_id } of await listClaimed(tx, userId)) {
        await markDeleted(tx, user_id);
        await deleteClaimChanges(tx, user_id);
      }
    }),
  ],
  providers: [
    provide(Statistics, countUsers),
    personalRows("user.json", async (db, userId) => {
      const user = await findUser(db, userId);
      return user ? [user] : [];
    }),
    personalRows("relations.json", async (db, userId) => listRelations(db, userId)),
    personalRows("claims.json", async (db, userId) => listClaimed(db, userId)),
    provide(BotOwnerOf, async (db, { userId }) => (await findUser(db, userId))?.bot_owner ?? undefined),
  ],
  commands: userCommands,
  resources: [defaultAvatars, sharedUsers],
};
