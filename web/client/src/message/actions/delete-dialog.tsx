import { openConfirm } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Message } from "../../model/message.ts";
import type { Client } from "../../session/client.ts";
import { authorOf } from "../author.ts";
import { deletionsOf } from "./deletions.ts";

/** Asks before a message of somebody else is deleted. */
export function askToDelete(client: Client, message: Message): void {
  const { name } = authorOf(message);
  openConfirm({
    title: t().messages.deleteTitle,
    description: t().messages.deleteDescription(name),
    action: t().common.delete,
    onConfirm: () => deletionsOf(client).deleteNow(message),
  });
}
