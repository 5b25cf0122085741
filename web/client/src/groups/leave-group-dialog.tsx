import { createField } from "@ui/create-field.ts";
import { Switch } from "@ui/switch.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { goTo, isShown } from "../components/navigation.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";

export default function LeaveGroupDialog(props: { readonly channel: Channel; readonly onClose: () => void }) {
  const client = useClient();
  const isSilent = createField(false);
  // The name is gone before the dialog is.
  const { name = "" } = props.channel;
  const leave = async () => {
    const isOpen = isShown(props.channel);
    const query = { leave_silently: isSilent.value };
    await client.api.delete(`/channels/${props.channel.id}`, undefined, { query });
    if (isOpen) goTo(client, "/friends");
  };
  return (
    <FormDialog
      title={t().people.leaveTitle(name)}
      description={t().people.leaveHint}
      action={t().people.leave}
      isDanger
      onClose={props.onClose}
      onSubmit={leave}
    >
      <Switch label={t().people.leaveSilently} hint={t().people.leaveSilentlyHint} {...isSilent} />
    </FormDialog>
  );
}
