import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { attempt } from "../components/attempt.ts";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import type { Membership } from "./membership.ts";
import { editMember, voiceChannelOf } from "./membership.ts";

/** Moves somebody to another voice channel of the server, or out of voice. */
export function MoveDialog(props: Membership & { readonly onClose: () => void }) {
  const client = useClient();
  const current = voiceChannelOf(props.user, props.server);
  const choices = () =>
    props.server.channels
      .filter((channel) => channel.isVoice && channel.id !== current?.id && channel.havePermission("Connect"))
      .map(({ id, name }) => ({ value: id, label: name ?? "" }));
  const channel = createField(choices()[0]?.value ?? "");
  const disconnect = async () => {
    if (await attempt(() => editMember(client, props, { remove: ["VoiceChannel"] }))) props.onClose();
  };
  return (
    <FormDialog
      title={t().people.moveTitle(props.user.displayName)}
      action={t().people.moveAction}
      isReady={channel.value !== ""}
      onClose={props.onClose}
      onSubmit={() => editMember(client, props, { voice_channel: channel.value })}
    >
      <Select label={t().people.moveTo} choices={choices()} {...channel} disabled={choices().length === 0} />
      <Button onClick={() => void disconnect()}>{t().people.disconnect}</Button>
    </FormDialog>
  );
}
