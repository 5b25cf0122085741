import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal } from "solid-js";
import { FormDialog } from "../app/form-dialog.tsx";
import { t } from "../texts/texts.ts";
import { attempt } from "./attempt.ts";
import { deletionDurations, durationText } from "./durations.ts";
import type { Membership } from "./open-dialogs.tsx";

export function KickDialog(props: Membership & { readonly onClose: () => void }) {
  const name = props.user.displayName;
  const kick = async () => {
    await props.server.kickUser(props.user);
    notify(t().people.kicked(name));
  };
  return (
    <FormDialog
      title={t().people.kickTitle(name, props.server.name)}
      description={t().people.kickHint}
      action={t().people.kickAction}
      isDanger
      onClose={props.onClose}
      onSubmit={kick}
    />
  );
}

export function BanDialog(props: Membership & { readonly onClose: () => void }) {
  const name = props.user.displayName;
  const [reason, setReason] = createSignal("");
  const [deleted, setDeleted] = createSignal("0");
  const choices = () => [
    { value: "0", label: t().people.deleteNone },
    ...deletionDurations.map((seconds) => ({
      value: String(seconds),
      label: t().people.deleteLast(durationText(seconds)),
    })),
  ];
  const ban = async () => {
    // The library's type does not know the second field, and it passes on what it gets.
    const options: Parameters<typeof props.server.banUser>[1] & { delete_message_seconds?: number } = {
      reason: reason().trim() || null,
    };
    if (deleted() !== "0") options.delete_message_seconds = Number(deleted());
    await props.server.banUser(props.user, options);
    notify(t().people.banned(name), {
      action: { label: t().people.undo, onClick: () => void unban() },
    });
  };
  const unban = () =>
    attempt(async () => {
      await props.server.unbanUser(props.user);
      notify(t().people.unbanned(name));
    });
  return (
    <FormDialog
      title={t().people.banTitle(name, props.server.name)}
      description={t().people.banHint}
      action={t().people.banAction}
      isDanger
      onClose={props.onClose}
      onSubmit={ban}
    >
      <TextField
        label={t().people.reason}
        value={reason()}
        onInput={setReason}
        input={{ autocomplete: "off", maxlength: 1024 }}
      />
      <Select label={t().people.deleteMessages} choices={choices()} value={deleted()} onChange={setDeleted} />
    </FormDialog>
  );
}
