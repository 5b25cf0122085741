export { createChannelRoute } from "./create-channel.ts";
export { deleteChannelRoute } from "./delete-channel.ts";
export { editChannelRoute } from "./edit-channel.ts";
export { fetchChannelRoute } from "./fetch-channel.ts";
export { setChannelDefaultPermissionsRoute } from "./set-channel-default-permissions.ts";
export { setChannelRolePermissionsRoute } from "./set-channel-role-permissions.ts";
