import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { notify } from "@ui/toasts.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import { longDate } from "../users/dates.ts";
import { durationText, timeoutDurations } from "./durations.ts";
import type { Membership } from "./membership.ts";
import { editMember } from "./membership.ts";

export function TimeoutDialog(props: Membership & { readonly onClose: () => void }) {
  const client = useClient();
  const seconds = createField(String(timeoutDurations[1]));
  const choices = () =>
    timeoutDurations.map((duration) => ({ value: String(duration), label: durationText(duration) }));
  const name = () => props.server.getMember(props.user.id)?.displayName ?? props.user.displayName;
  const save = async () => {
    const until = new Date(Date.now() + Number(seconds.value) * 1000);
    await editMember(client, props, { timeout: until.toISOString() });
    notify(t().people.timeoutDone({ name: name(), date: longDate(until) }));
  };
  return (
    <FormDialog
      title={t().people.timeoutOf(name())}
      description={t().people.timeoutHint}
      action={t().people.setTimeout}
      onClose={props.onClose}
      onSubmit={save}
    >
      <Select label={t().people.timeoutFor} choices={choices()} {...seconds} />
    </FormDialog>
  );
}
