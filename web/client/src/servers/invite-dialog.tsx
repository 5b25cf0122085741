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

/** After how many seconds an invite can end, and how many people it can be for; 0 is without a limit. */
const ages = [0, 1_800, 3_600, 43_200, 86_400, 604_800, 2_592_000];
const counts = [0, 1, 5, 10, 25, 100];

function describeAge(seconds: number): string {
  const { never, minutes, hours, days } = t().people;
  if (seconds === 0) return never;
  if (seconds < 3_600) return minutes(seconds / 60);
  return seconds < 86_400 ? hours(seconds / 3_600) : days(seconds / 86_400);
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
  const [maxAge, setMaxAge] = createSignal(0);
  const [maxUses, setMaxUses] = createSignal(0);
  const [code, setCode] = createSignal<string>();
  /** The link that is shown is not that of what is chosen any more. */
  const choosing =
    <T,>(choose: (value: T) => void) =>
    (value: T) => {
      choose(value);
      setCode(undefined);
    };
  const form = createForm(async () => {
    const invite = await client.api.post(`/channels/${channelId()}/invites`, {
      ...(maxAge() > 0 && { max_age: maxAge() }),
      ...(maxUses() > 0 && { max_uses: maxUses() }),
    });
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
            // This button replaces the one that had the focus.
            <Button
              ref={(button) => queueMicrotask(() => button.focus())}
              variant="primary"
              onClick={() => void copyText(inviteLink(made()))}
            >
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
        onChange={choosing(setChannelId)}
      />
      <Select
        label={t().invites.endsAfter}
        choices={ages.map((age) => ({ value: String(age), label: describeAge(age) }))}
        value={String(maxAge())}
        onChange={choosing((age: string) => setMaxAge(Number(age)))}
      />
      <Select
        label={t().invites.maxUses}
        choices={counts.map((count) => ({
          value: String(count),
          label: count === 0 ? t().invites.anyNumber : t().invites.uses(count),
        }))}
        value={String(maxUses())}
        onChange={choosing((count: string) => setMaxUses(Number(count)))}
      />
      <Show when={code()}>
        {(made) => <TextField label={t().servers.inviteLink} value={inviteLink(made())} readOnly />}
      </Show>
      <FormError error={form.error()} class={dialogs.error} />
    </Dialog>
  );
}
