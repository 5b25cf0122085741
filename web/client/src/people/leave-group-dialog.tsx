import { Switch } from "@ui/switch.tsx";
import { createSignal } from "solid-js";
import type { Channel } from "../model/channel.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { useClient } from "../session/context.tsx";
import { t } from "../texts/texts.ts";
import { goTo, isShown } from "./navigation.ts";

export function LeaveGroupDialog(props: { readonly channel: Channel; readonly onClose: () => void }) {
  const client = useClient();
  const [isSilent, setSilent] = createSignal(false);
  // The name is gone before the dialog is.
  const { name = "" } = props.channel;
  const leave = async () => {
    const isOpen = isShown(props.channel);
    const query = { leave_silently: isSilent() };
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
      <Switch
        label={t().people.leaveSilently}
        hint={t().people.leaveSilentlyHint}
        checked={isSilent()}
        onChange={setSilent}
      />
    </FormDialog>
  );
}
