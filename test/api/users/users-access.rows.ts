import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { everybody, members, noBots, type Rows, sessions, users } from "../../authorisation/row.ts";

const target = ({ people }: MatrixFixture) => ({ params: { target: people.target.id } });

/** People: the owner is a friend of the target, members share a server with them. */
export const accessRows: Rows = {
  hello_hello: sessions("ok"),
  complete_complete: { call: () => ({ body: { username: "Another" } }), ...sessions("AlreadyOnboarded") },
  fetch_self_fetch: users("ok"),
  fetch_user_fetch: { call: target, ...members("ok", "MissingPermission Access") },
  edit_user_edit: {
    call: ({ people }) => ({ params: { target: people.owner.id }, body: { display_name: "Another" } }),
    ...users("NotPrivileged", { owner: "ok" }),
  },
  change_username_change_username: {
    call: () => ({ body: { username: "Another", password: "a good password 1" } }),
    ...users("ok", { bot: "InvalidSession" }),
  },
  fetch_user_flags_fetch_user_flags: { call: target, ...everybody("ok") },
  get_default_avatar_default_avatar: { call: target, ...everybody("ok") },
  fetch_profile_profile: { call: target, ...members("ok", "MissingPermission ViewProfile") },
  find_mutual_mutual: { call: target, ...members("ok", "MissingPermission ViewProfile") },
  send_friend_request_send_friend_request: {
    call: ({ fullName }) => ({ body: { username: fullName } }),
    ...noBots(users("ok", { owner: "AlreadyFriends" })),
  },
  add_friend_add: { call: target, ...noBots(users("ok", { owner: "AlreadyFriends" })) },
  remove_friend_remove: { call: target, ...noBots(users("NoEffect", { owner: "ok" })) },
  block_user_block: { call: target, ...users("ok") },
  unblock_user_unblock: {
    call: ({ people }) => ({ params: { target: people.banned.id } }),
    ...users("NoEffect", { owner: "ok" }),
  },
  fetch_dms_direct_messages: users("ok"),
  open_dm_open_dm: { call: target, ...users("MissingPermission SendMessage", { owner: "ok", bot: "ok" }) },
  acknowledge_policy_changes_acknowledge_policy_changes: users("ok"),
  get_settings_fetch: { call: () => ({ body: { keys: ["theme"] } }), ...users("ok") },
  set_settings_set: { call: () => ({ body: { theme: "dark" } }), ...users("ok") },
  get_unreads_unreads: users("ok"),
  subscribe_subscribe: {
    call: () => ({ body: { endpoint: "fcm", p256dh: "", auth: "the token of a device" } }),
    ...sessions("ok"),
  },
  unsubscribe_unsubscribe: sessions("ok"),
};
