import { Popover } from "@kobalte/core/popover";
import { createSignal, createUniqueId, Show } from "solid-js";
import { Calendar, type CalendarProps, type CalendarWords, focusCalendar } from "./calendar.tsx";
import { startOf } from "./calendar-days.ts";
import styles from "./date-field.module.css";
import { IconButton } from "./icon-button.tsx";
import { CalendarDays, X } from "./icons.ts";
import popover from "./popover.module.css";
import field from "./text-field.module.css";

export interface DateFieldProps extends Omit<CalendarProps, "words"> {
  readonly label: string;
  /** What is wrong with the day. */
  readonly error?: string | undefined;
  readonly words: CalendarWords & { readonly choose: string; readonly clear: string };
}

/** A day, chosen from a calendar. */
export function DateField(props: DateFieldProps) {
  const id = createUniqueId();
  const [isOpen, setOpen] = createSignal(false);
  const shown = () =>
    props.value === ""
      ? props.words.choose
      : new Intl.DateTimeFormat(props.locale, { dateStyle: "medium" }).format(startOf(props.value));
  let trigger: HTMLButtonElement | undefined;
  return (
    <div class={field.field}>
      <span id={id} class={field.label}>
        {props.label}
      </span>
      <div class={styles.row}>
        <Popover open={isOpen()} onOpenChange={setOpen} gutter={4} placement="bottom-start">
          <Popover.Trigger
            ref={trigger}
            class={`${field.input} ${styles.trigger}`}
            data-empty={props.value === "" ? "" : undefined}
            aria-labelledby={`${id} ${id}-value`}
            aria-describedby={props.error ? `${id}-error` : undefined}
          >
            <span id={`${id}-value`}>{shown()}</span>
            <CalendarDays size={18} strokeWidth={1.75} aria-hidden="true" />
          </Popover.Trigger>
          <Popover.Portal>
            {/* The mark keeps a dialog below from hiding the calendar from screen readers. */}
            <Popover.Content
              data-kb-top-layer=""
              class={`${popover.panel} ${styles.panel}`}
              aria-label={props.label}
              onOpenAutoFocus={(event) => {
                event.preventDefault();
                focusCalendar(event.target as Element);
              }}
            >
              <Calendar
                value={props.value}
                min={props.min}
                max={props.max}
                locale={props.locale}
                words={props.words}
                onChange={(day) => {
                  props.onChange(day);
                  setOpen(false);
                }}
              />
            </Popover.Content>
          </Popover.Portal>
        </Popover>
        <Show when={props.value !== ""}>
          <IconButton
            icon={X}
            label={props.words.clear}
            onClick={() => {
              props.onChange("");
              trigger?.focus();
            }}
          />
        </Show>
      </div>
      <Show when={props.error}>
        <p id={`${id}-error`} class={field.error} role="alert">
          {props.error}
        </p>
      </Show>
    </div>
  );
}
