import { Popover } from "@kobalte/core/popover";
import { useNavigate } from "@solidjs/router";
import { Calendar, focusCalendar } from "@ui/calendar.tsx";
import { startOf, today } from "@ui/calendar-days.ts";
import { Dialog } from "@ui/dialog.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { CalendarDays } from "@ui/icons.ts";
import { createSignal, Show } from "solid-js";
import { describeError, locale, t } from "../i18n/i18n.ts";
import { firstIdAt } from "../message/ulid-time.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import styles from "./date-jump.module.css";

/** Leads to the first message of a day, or of the next day that has one. */
function DateChoice(props: { readonly channel: Channel; readonly onDone: () => void }) {
  const client = useClient();
  const navigate = useNavigate();
  const [problem, setProblem] = createSignal<string>();
  const jump = async (day: string): Promise<void> => {
    setProblem(undefined);
    try {
      const query = { after: firstIdAt(+startOf(day)), sort: "Oldest", limit: 1 } as const;
      const answer = await client.api.get(`/channels/${props.channel.id}/messages`, query);
      const [first] = "messages" in answer ? answer.messages : answer;
      if (!first) return void setProblem(t().search.noneThatLate);
      props.onDone();
      navigate(`${props.channel.path}/${first._id}`);
    } catch (thrown) {
      setProblem(describeError(thrown));
    }
  };
  return (
    <>
      <Calendar
        value=""
        max={today()}
        locale={locale()}
        words={t().common.calendar}
        onChange={(day) => void jump(day)}
      />
      <Show when={problem()}>
        <p class={styles.problem} role="alert">
          {problem()}
        </p>
      </Show>
    </>
  );
}

export function DateJump(props: { readonly channel: Channel }) {
  const [isOpen, setOpen] = createSignal(false);
  return (
    <Popover open={isOpen()} onOpenChange={setOpen} gutter={4} placement="bottom-end">
      <Popover.Trigger as={IconButton} icon={CalendarDays} label={t().search.jumpToDate} />
      <Popover.Portal>
        <Popover.Content
          class={styles.popover}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            focusCalendar(event.target as Element);
          }}
        >
          <Popover.Title class={styles.title}>{t().search.jumpToDate}</Popover.Title>
          <DateChoice channel={props.channel} onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover>
  );
}

/** The same where there is no room for its button. */
export function DateJumpDialog(props: { readonly channel: Channel; readonly onClose: () => void }) {
  return (
    <Dialog title={t().search.jumpToDate} closeLabel={t().common.close} onClose={props.onClose}>
      <div class={styles.inDialog}>
        <DateChoice channel={props.channel} onDone={props.onClose} />
      </div>
    </Dialog>
  );
}
