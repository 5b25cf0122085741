import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook.ts";
import { AccountPurged } from "../accounts/index.ts";
import { markDeleted } from "./actions/mark-deleted.ts";
import { userCommands } from "./commands/users.ts";
import { RelationshipChanged, UserUpdated, UserWiped } from "./events.ts";
import { addFriend } from "./routes/add-friend.ts";
import { blockUser } from "./routes/block-user.ts";
import { changeUsername } from "./routes/change-username.ts";
import { completeOnboarding } from "./routes/complete-onboarding.ts";
import { editUser } from "./routes/edit-user.ts";
import { fetchDefaultAvatar } from "./routes/fetch-default-avatar.ts";
import { fetchFlags } from "./routes/fetch-flags.ts";
import { fetchMutual } from "./routes/fetch-mutual.ts";
import { fetchProfile } from "./routes/fetch-profile.ts";
import { fetchSelf } from "./routes/fetch-self.ts";
import { fetchUser } from "./routes/fetch-user.ts";
import { hello } from "./routes/hello.ts";
import { removeFriend } from "./routes/remove-friend.ts";
import { sendFriendRequest } from "./routes/send-friend-request.ts";
import { unblockUser } from "./routes/unblock-user.ts";

export const users: Domain = {
  name: "users",
  routes: [
    hello,
    completeOnboarding,
    fetchSelf,
    fetchUser,
    editUser,
    changeUsername,
    fetchFlags,
    fetchProfile,
    fetchMutual,
    fetchDefaultAvatar,
    sendFriendRequest,
    addFriend,
    removeFriend,
    blockUser,
    unblockUser,
  ],
  events: [UserUpdated, RelationshipChanged, UserWiped],
  hooks: [on(AccountPurged, (tx, { userId }) => markDeleted(tx, userId))],
  commands: userCommands,
};
