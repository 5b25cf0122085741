import type { Message } from "../model/message.ts";
import { openDialog } from "../parts/dialogs.tsx";
import { ConfirmDialog } from "../parts/form-dialog.tsx";
import type { Client } from "../session/client.ts";
import { t } from "../texts/texts.ts";
import { authorOf } from "./author.ts";
import { deletionsOf } from "./deletions.ts";

/** Asks before a message of somebody else is deleted. */
export function askToDelete(client: Client, message: Message): void {
  const { name } = authorOf(message);
  openDialog((close) => (
    <ConfirmDialog
      title={t().messages.deleteTitle}
      description={t().messages.deleteDescription(name)}
      action={t().common.delete}
      onConfirm={() => deletionsOf(client).deleteNow(message)}
      onClose={close}
    />
  ));
}
