import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { openDialog } from "./dialogs.tsx";
import { FormDialog } from "./form-dialog.tsx";

interface TextQuestion {
  readonly title: string;
  readonly action: string;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** The initial text. */
  readonly value?: string;
  /** 1 by default; with 0 the text is optional. */
  readonly minlength?: number;
  readonly maxlength: number;
  /** A pattern that the text must match. */
  readonly pattern?: string;
  /** Called with the trimmed text. */
  readonly onSubmit: (text: string) => Promise<unknown>;
}

/** Asks for one text, such as the name of something new. */
export function openTextDialog(question: TextQuestion): void {
  openDialog(TextDialog, question);
}

function TextDialog(props: TextQuestion & { readonly onClose: () => void }) {
  const field = createField(props.value ?? "");
  const text = () => field.value.trim();
  const least = () => props.minlength ?? 1;
  return (
    <FormDialog
      title={props.title}
      action={props.action}
      isReady={text().length >= least()}
      onSubmit={() => props.onSubmit(text())}
      onClose={props.onClose}
    >
      <TextField
        label={props.label}
        hint={props.hint}
        placeholder={props.placeholder}
        {...field}
        required={least() > 0}
        minlength={least()}
        maxlength={props.maxlength}
        pattern={props.pattern}
      />
    </FormDialog>
  );
}
