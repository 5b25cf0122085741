import { Button } from "@ui/button.tsx";
import { Select } from "@ui/select.tsx";
import { createSignal } from "solid-js";
import { FormDialog } from "../app/form-dialog.tsx";
import { t } from "../texts/texts.ts";
import { attempt } from "./attempt.ts";
import { voiceChannelOf } from "./membership.ts";
import type { Membership } from "./open-dialogs.tsx";

/** Moves somebody to another voice channel of the server, or out of voice. */
export function MoveDialog(props: Membership & { readonly onClose: () => void }) {
  const current = voiceChannelOf(props.user, props.server);
  const choices = () =>
    props.server.channels
      .filter((channel) => channel.isVoice && channel.id !== current?.id && channel.havePermission("Connect"))
      .map(({ id, name }) => ({ value: id, label: name }));
  const [channel, setChannel] = createSignal(choices()[0]?.value ?? "");
  const edit = (changes: object) => props.server.getMember(props.user.id)?.edit(changes);
  const disconnect = async () => {
    if (await attempt(async () => edit({ remove: ["VoiceChannel"] }))) props.onClose();
  };
  return (
    <FormDialog
      title={t().people.moveTitle(props.user.displayName)}
      action={t().people.moveAction}
      isReady={channel() !== undefined}
      onClose={props.onClose}
      onSubmit={async () => edit({ voice_channel: channel() })}
    >
      <Select
        label={t().people.moveTo}
        choices={choices()}
        value={channel()}
        disabled={choices().length === 0}
        onChange={setChannel}
      />
      <Button onClick={() => void disconnect()}>{t().people.disconnect}</Button>
    </FormDialog>
  );
}
