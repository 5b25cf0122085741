import type { Domain } from "../../declare/domain.ts";
import { addRecipientRoute } from "./routes/add-recipient.ts";
import { deleteChannelRoute } from "./routes/delete-channel.ts";
import { editChannelRoute } from "./routes/edit-channel.ts";
import { fetchChannelRoute } from "./routes/fetch-channel.ts";
import { fetchRecipientsRoute } from "./routes/fetch-recipients.ts";
import { removeRecipientRoute } from "./routes/remove-recipient.ts";
import { setChannelDefaultPermissionsRoute } from "./routes/set-channel-default-permissions.ts";
import { setChannelRolePermissionsRoute } from "./routes/set-channel-role-permissions.ts";

export const channels: Domain = {
  name: "channels",
  routes: [
    fetchChannelRoute,
    editChannelRoute,
    deleteChannelRoute,
    fetchRecipientsRoute,
    addRecipientRoute,
    removeRecipientRoute,
    setChannelDefaultPermissionsRoute,
    setChannelRolePermissionsRoute,
  ],
};
