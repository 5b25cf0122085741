import { call } from "../api/call.ts";
import { notifyRecorded } from "../components/attempt.ts";
import { ConfirmDialog, openDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";

/** Asks whether a message is to be deleted, and deletes it. */
export function askToDeleteMessage(
  { id, author }: { readonly id: string; readonly author: string },
  onDeleted = () => {},
): void {
  const words = () => t().reports;
  openDialog((close) => (
    <ConfirmDialog
      title={words().deleteMessageTitle}
      description={words().deleteMessageHint(author)}
      action={words().deleteMessage}
      onConfirm={async () => {
        await call("DELETE", `/admin/messages/${id}`);
        notifyRecorded(words().messageDeleted);
        onDeleted();
      }}
      onClose={close}
    />
  ));
}
