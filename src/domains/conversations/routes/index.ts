export { addRecipientRoute } from "./add-recipient.ts";
export { createGroupRoute } from "./create-group.ts";
export { fetchDirectMessagesRoute } from "./fetch-direct-messages.ts";
export { fetchRecipientsRoute } from "./fetch-recipients.ts";
export { openDirectMessageRoute } from "./open-direct-message.ts";
export { removeRecipientRoute } from "./remove-recipient.ts";
