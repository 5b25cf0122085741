import { type Confirmation, ConfirmDialog } from "./confirm-dialog.tsx";
import { createDescribeError } from "./describe-error.ts";
import { type DialogWords, FormDialog, type FormDialogProps } from "./form-dialog.tsx";
import type { PageTexts } from "./page-i18n.ts";

/** The dialogs in the texts of the page. */
export function createDialogs(t: () => PageTexts) {
  const words: DialogWords = {
    get close() {
      return t().common.close;
    },
    get cancel() {
      return t().common.cancel;
    },
    describeError: createDescribeError(t),
  };
  return {
    /** A dialog that is a form. */
    FormDialog: (props: FormDialogProps) => <FormDialog {...props} words={words} />,
    /** Asks before something that cannot be undone. */
    ConfirmDialog: (props: Confirmation) => <ConfirmDialog {...props} words={words} />,
  };
}
