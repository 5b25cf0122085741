import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { Show } from "solid-js";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { longestDescription } from "../media/stored-file.ts";
import type { Attachment, Attachments } from "./attachments.ts";

/** Renames a file that is not sent yet, and says what it shows. */
export function FileDialog(props: {
  readonly attachment: Attachment;
  readonly attachments: Attachments;
  readonly onClose: () => void;
}) {
  const { key, file, description: before } = props.attachment;
  const name = createField(file.name);
  const description = createField(before);
  const save = async () =>
    props.attachments.edit(key, { name: name.value.trim(), description: description.value.trim() });
  return (
    <FormDialog
      title={t().composer.fileTitle}
      action={t().common.save}
      isReady={name.value.trim() !== ""}
      onSubmit={save}
      onClose={props.onClose}
    >
      <TextField label={t().composer.fileName} {...name} required maxlength={255} />
      <Show when={/^(image|video)\//.test(file.type)}>
        <TextField
          label={t().composer.fileDescription}
          hint={t().composer.fileDescriptionHint}
          {...description}
          multiline
          maxlength={longestDescription}
        />
      </Show>
    </FormDialog>
  );
}
