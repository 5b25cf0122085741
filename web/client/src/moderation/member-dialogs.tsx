import { Button } from "@ui/button.tsx";
import { addDays, startOf, today } from "@ui/calendar-days.ts";
import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal, For, Show } from "solid-js";
import { attempt } from "../components/attempt.ts";
import { DateField } from "../components/date-field.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import { longDate } from "../users/dates.ts";
import { editMember, type Membership, moveTargets, rolesToAssign, voiceChannelOf } from "./membership.ts";

interface MemberDialogProps extends Membership {
  readonly onClose: () => void;
}

/** Moves somebody to another voice channel of the server, or out of voice. */
export function MoveDialog(props: MemberDialogProps) {
  const client = useClient();
  const current = voiceChannelOf(props.user, props.server);
  const choices = () =>
    moveTargets(props.server, current).map(({ id, name }) => ({ value: id, label: name ?? "" }));
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

/** Gives and takes roles, all of them in one change. */
export function RolesDialog(props: MemberDialogProps) {
  const client = useClient();
  const member = () => props.server.getMember(props.user.id);
  const choices = () => rolesToAssign(props.server);
  const [chosen, setChosen] = createSignal<ReadonlySet<string>>(new Set(member()?.roles));
  const choose = (id: string, isHeld: boolean) => {
    const next = new Set(chosen());
    if (isHeld) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const save = async () => {
    // Roles that were changed elsewhere in the meantime and cannot be chosen here stay as they are.
    const offered = new Set(choices().map(({ id }) => id));
    const others = (member()?.roles ?? []).filter((id) => !offered.has(id));
    const roles = [...others, ...[...chosen()].filter((id) => offered.has(id))];
    await editMember(client, props, { roles });
  };
  return (
    <FormDialog
      title={t().people.rolesOf(member()?.displayName ?? props.user.displayName)}
      description={t().people.rolesHint}
      action={t().common.save}
      isReady={choices().length > 0}
      onClose={props.onClose}
      onSubmit={save}
    >
      <Show when={choices().length} fallback={<p>{t().people.noRoles}</p>}>
        <div>
          <For each={choices()}>
            {(role) => (
              <Switch
                label={role.name}
                value={chosen().has(role.id)}
                onChange={(isHeld) => choose(role.id, isHeld)}
              />
            )}
          </For>
        </div>
      </Show>
    </FormDialog>
  );
}

export function TimeoutDialog(props: MemberDialogProps) {
  const client = useClient();
  const seconds = createField(String(timeoutDurations[1]));
  const lastDay = createField(today());
  const choices = () => [
    ...timeoutDurations.map((duration) => ({ value: String(duration), label: durationText(duration) })),
    { value: untilDay, label: t().people.untilDay },
  ];
  const name = () => props.server.getMember(props.user.id)?.displayName ?? props.user.displayName;
  const save = async () => {
    const until =
      seconds.value === untilDay
        ? startOf(addDays(lastDay.value, 1))
        : new Date(Date.now() + Number(seconds.value) * 1000);
    await editMember(client, props, { timeout: until.toISOString() });
    notify(t().people.timeoutDone({ name: name(), date: longDate(until) }));
  };
  return (
    <FormDialog
      title={t().people.timeoutOf(name())}
      description={t().people.timeoutHint}
      action={t().people.setTimeout}
      isReady={seconds.value !== untilDay || lastDay.value !== ""}
      onClose={props.onClose}
      onSubmit={save}
    >
      <Select label={t().people.timeoutFor} choices={choices()} {...seconds} />
      <Show when={seconds.value === untilDay}>
        <DateField label={t().people.lastDay} min={today()} {...lastDay} />
      </Show>
    </FormDialog>
  );
}

export function BanDialog(props: MemberDialogProps) {
  const client = useClient();
  const name = props.user.displayName;
  const reason = createField("");
  const deleted = createField("0");
  const choices = () => [
    { value: "0", label: t().people.deleteNone },
    ...deletionDurations.map((seconds) => ({
      value: String(seconds),
      label: t().people.deleteLast(durationText(seconds)),
    })),
  ];
  const path = () => `/servers/${props.server.id}/bans/${props.user.id}` as const;
  const ban = async () => {
    await client.api.put(path(), {
      reason: reason.value.trim() || undefined,
      delete_message_seconds: deleted.value === "0" ? undefined : Number(deleted.value),
    });
    notify(t().people.banned(name), {
      action: { label: t().people.undo, onClick: () => void unban(), isUndo: true },
    });
  };
  const unban = () =>
    attempt(async () => {
      await client.api.delete(path());
      notify(t().people.unbanned(name));
    });
  return (
    <FormDialog
      title={t().people.banTitle({ name, server: props.server.name })}
      description={t().people.banHint}
      action={t().people.banAction}
      isDanger
      onClose={props.onClose}
      onSubmit={ban}
    >
      <TextField label={t().people.reason} {...reason} maxlength={1024} />
      <Select label={t().people.deleteMessages} choices={choices()} {...deleted} />
    </FormDialog>
  );
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A number of seconds in words. */
function durationText(seconds: number): string {
  if (seconds >= day) return t().people.days(seconds / day);
  if (seconds >= hour) return t().people.hours(seconds / hour);
  return t().people.minutes(seconds / minute);
}

/** In place of a duration: a day is chosen. */
const untilDay = "day";
const timeoutDurations = [5 * minute, 10 * minute, hour, 6 * hour, day, 7 * day] as const;
const deletionDurations = [hour, 6 * hour, day, 3 * day, 7 * day] as const;
