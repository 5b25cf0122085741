import { ConfirmDialog as Confirm, type Confirmation } from "@ui/confirm-dialog.tsx";
import { type DialogWords, FormDialog as Form, type FormDialogProps } from "@ui/form-dialog.tsx";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";

const words: DialogWords = {
  get close() {
    return t().common.close;
  },
  get cancel() {
    return t().common.cancel;
  },
  describeError,
};

/** A dialog that is a form, in the words of the client. */
export const FormDialog = (props: FormDialogProps) => <Form {...props} words={words} />;

/** Asks before something that cannot be undone, in the words of the client. */
export const ConfirmDialog = (props: Confirmation) => <Confirm {...props} words={words} />;
