import { addDays, startOf, today } from "@ui/calendar-days.ts";
import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { Show } from "solid-js";
import { DateField } from "../components/date-field.tsx";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import { setStatusText } from "./own-status.ts";

type ClearAfter = "never" | "1" | "4" | "today" | "day";

/** Sets the user's status text. */
export default function StatusDialog(props: { readonly onClose: () => void }) {
  const client = useClient();
  const text = createField(client.user?.status?.text ?? "");
  const clearAfter = createField<ClearAfter>("never");
  const day = createField(today());
  const choices = () => [
    { value: "never" as const, label: t().people.never },
    { value: "1" as const, label: t().people.hours(1) },
    { value: "4" as const, label: t().people.hours(4) },
    { value: "today" as const, label: t().people.today },
    { value: "day" as const, label: t().people.untilDay },
  ];
  return (
    <FormDialog
      title={t().people.statusTitle}
      action={t().common.save}
      onClose={props.onClose}
      onSubmit={() => setStatusText(client, text.value.trim(), endOf(clearAfter.value, day.value))}
      isReady={clearAfter.value !== "day" || day.value !== ""}
    >
      <TextField label={t().people.statusText} {...text} autofocus maxlength={128} />
      <Select label={t().people.clearAfter} choices={choices()} {...clearAfter} />
      <Show when={clearAfter.value === "day"}>
        <DateField label={t().people.lastDay} min={today()} {...day} />
      </Show>
    </FormDialog>
  );
}

function endOf(choice: ClearAfter, day: string): Date | undefined {
  if (choice === "never") return undefined;
  if (choice === "today" || choice === "day") return startOf(addDays(choice === "day" ? day : today(), 1));
  return new Date(Date.now() + Number(choice) * 3_600_000);
}
