import { firstDayOf } from "@ui/calendar-days.ts";
import { Select } from "@ui/select.tsx";
import { For } from "solid-js";
import { locale, t } from "../../i18n/i18n.ts";
import type { QuietHours } from "../../preferences/alerts.ts";
import choices from "../choice-group.module.css";
import styles from "../page.module.css";

const halfHours = Array.from({ length: 48 }, (_, at) => at * 30);
const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** Between which times, and on which days, nothing is heard. */
export function QuietHoursFields(props: {
  readonly value: QuietHours;
  readonly onChange: (changes: Partial<QuietHours>) => void;
}) {
  const texts = () => t().notificationSettings;
  const days = () => props.value.days ?? everyDay;
  const toggle = (day: number, isOn: boolean) =>
    props.onChange({ days: everyDay.filter((each) => (each === day ? isOn : days().includes(each))) });
  const week = () => everyDay.map((at) => (firstDayOf(locale()) + at) % 7);
  return (
    <>
      <div class={styles.actions}>
        <TimeSelect
          label={texts().quietFrom}
          value={props.value.from}
          onChange={(from) => props.onChange({ from })}
        />
        <TimeSelect
          label={texts().quietTo}
          value={props.value.to}
          onChange={(to) => props.onChange({ to })}
        />
      </div>
      <fieldset class={choices.group}>
        <legend class={choices.label}>{texts().quietDays}</legend>
        <div class={choices.choices}>
          <For each={week()}>
            {(day) => (
              <label class={choices.choice}>
                <input
                  class="visually-hidden"
                  type="checkbox"
                  checked={days().includes(day)}
                  onChange={(event) => toggle(day, event.currentTarget.checked)}
                />
                {weekday(day)}
              </label>
            )}
          </For>
        </div>
      </fieldset>
    </>
  );
}

/** A time of the day, by the half hour, as minutes after midnight. */
function TimeSelect(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (minutes: number) => void;
}) {
  // Another client may have stored any minute.
  const times = () => [...new Set([...halfHours, props.value])].sort((a, b) => a - b);
  return (
    <Select
      label={props.label}
      choices={times().map((minutes) => ({ value: String(minutes), label: clockTime(minutes) }))}
      value={String(props.value)}
      onChange={(minutes) => props.onChange(Number(minutes))}
    />
  );
}

const clockTime = (minutes: number) =>
  new Intl.DateTimeFormat(locale(), { timeStyle: "short", timeZone: "UTC" }).format(minutes * 60_000);

/** The name of a day, from 0 for Sunday; the fourth of January 1970 was one. */
const weekday = (day: number) =>
  new Intl.DateTimeFormat(locale(), { weekday: "short", timeZone: "UTC" }).format((day + 3) * 86_400_000);
