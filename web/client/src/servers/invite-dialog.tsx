import { Button } from "@ui/button.tsx";
import { Dialog } from "@ui/dialog.tsx";
import { FormError } from "@ui/form-error.tsx";
import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { copyText } from "../components/attempt.ts";
import { createForm } from "../components/create-form.ts";
import dialogs from "../components/dialogs.module.css";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import { useClient } from "../session/context.tsx";

export function invitableChannels(server: Server): Channel[] {
  return server.orderedChannels
    .flatMap(({ channels }) => channels)
    .filter((channel) => channel.havePermission("InviteOthers"));
}

export function inviteLink(code: string): string {
  return `${location.origin}/invite/${code}`;
}

/** Makes an invite to a channel of a server and shows its link. */
export function InviteDialog(props: {
  readonly server: Server;
  readonly channel?: Channel;
  readonly onCreated?: () => void;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const channels = invitableChannels(props.server);
  const [channelId, setChannelId] = createSignal(props.channel?.id ?? channels[0]?.id ?? "");
  const [code, setCode] = createSignal<string>();
  const form = createForm(async () => {
    const invite = await client.api.post(`/channels/${channelId()}/invites`);
    setCode(invite._id);
    props.onCreated?.();
  });

  return (
    <Dialog
      title={t().servers.inviteTitle(props.server.name)}
      description={t().servers.inviteHint}
      closeLabel={t().common.close}
      onClose={props.onClose}
      actions={
        <Show
          when={code()}
          fallback={
            <Button variant="primary" busy={form.isBusy()} onClick={() => void form.submit()}>
              {t().servers.createInvite}
            </Button>
          }
        >
          {(made) => (
            <Button variant="primary" onClick={() => void copyText(inviteLink(made()))}>
              {t().servers.copyLink}
            </Button>
          )}
        </Show>
      }
    >
      <Select
        label={t().servers.inviteChannel}
        choices={channels.map(({ id, name = "" }) => ({ value: id, label: name }))}
        value={channelId()}
        onChange={(id) => {
          setChannelId(id);
          setCode(undefined);
        }}
      />
      <Show when={code()}>
        {(made) => <TextField label={t().servers.inviteLink} value={inviteLink(made())} readOnly />}
      </Show>
      <FormError error={form.error()} class={dialogs.error} />
    </Dialog>
  );
}
