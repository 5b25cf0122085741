import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { attempt } from "../components/attempt.ts";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import { deletionDurations, durationText } from "./durations.ts";
import type { Membership } from "./membership.ts";

export function KickDialog(props: Membership & { readonly onClose: () => void }) {
  const client = useClient();
  const name = props.user.displayName;
  const kick = async () => {
    await client.api.delete(`/servers/${props.server.id}/members/${props.user.id}`);
    notify(t().people.kicked(name));
  };
  return (
    <FormDialog
      title={t().people.kickTitle({ name, server: props.server.name })}
      description={t().people.kickHint}
      action={t().people.kickAction}
      isDanger
      onClose={props.onClose}
      onSubmit={kick}
    />
  );
}

export function BanDialog(props: Membership & { readonly onClose: () => void }) {
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
