import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { For } from "solid-js";
import { FormDialog } from "../../components/form-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import { isVisual, longestDescription, nameOf } from "../../media/stored-file.ts";
import type { Message } from "../../model/message.ts";
import { useClient } from "../../session/context.tsx";

/** Says what the images and videos of a message show that is sent already. */
export default function DescribeDialog(props: { readonly message: Message; readonly onClose: () => void }) {
  const client = useClient();
  const fields = props.message.attachments
    .filter(isVisual)
    .map((file) => ({ file, field: createField(file.description ?? "") }));
  const save = () => {
    const { channelId, id } = props.message;
    const attachment_descriptions = fields
      .filter(({ file, field }) => field.value.trim() !== (file.description ?? ""))
      .map(({ file, field }) => ({ id: file._id, description: field.value.trim() }));
    if (attachment_descriptions.length === 0) return Promise.resolve();
    return client.api.patch(`/channels/${channelId}/messages/${id}`, { attachment_descriptions });
  };
  return (
    <FormDialog
      title={t().messages.describeTitle}
      description={t().composer.fileDescriptionHint}
      action={t().common.save}
      onSubmit={save}
      onClose={props.onClose}
    >
      <For each={fields}>
        {({ file, field }) => (
          <TextField label={nameOf(file)} {...field} multiline maxlength={longestDescription} />
        )}
      </For>
    </FormDialog>
  );
}
