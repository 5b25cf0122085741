import { Popover } from "@kobalte/core/popover";
import { useNavigate } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { Dialog } from "@ui/dialog.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { CalendarDays } from "@ui/icons.ts";
import { TextField } from "@ui/text-field.tsx";
import { createSignal } from "solid-js";
import { createForm } from "../components/create-form.ts";
import { t } from "../i18n/i18n.ts";
import { firstIdAt } from "../message/ulid-time.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import styles from "./date-jump.module.css";
import { startOfDay } from "./search-filter.ts";

/** Leads to the first message of a day, or of the next day that has one. */
function DateForm(props: { readonly channel: Channel; readonly onDone: () => void }) {
  const client = useClient();
  const navigate = useNavigate();
  const [date, setDate] = createSignal("");
  const [isTooLate, setTooLate] = createSignal(false);
  const form = createForm(async () => {
    const after = firstIdAt(startOfDay(date()));
    const query = { after, sort: "Oldest", limit: 1 } as const;
    const answer = await client.api.get(`/channels/${props.channel.id}/messages`, query);
    const [first] = "messages" in answer ? answer.messages : answer;
    setTooLate(!first);
    if (!first) return;
    props.onDone();
    navigate(`${props.channel.path}/${first._id}`);
  });
  return (
    <form class={styles.form} onSubmit={form.onSubmit}>
      <TextField
        label={t().search.date}
        type="date"
        value={date()}
        error={form.error() ?? (isTooLate() ? t().search.noneThatLate : undefined)}
        required
        onChange={(value) => {
          setTooLate(false);
          form.clearError();
          setDate(value);
        }}
      />
      <Button type="submit" variant="primary" busy={form.isBusy()}>
        {t().search.jump}
      </Button>
    </form>
  );
}

export function DateJump(props: { readonly channel: Channel }) {
  const [isOpen, setOpen] = createSignal(false);
  return (
    <Popover open={isOpen()} onOpenChange={setOpen} gutter={4} placement="bottom-end">
      <Popover.Trigger as={IconButton} icon={CalendarDays} label={t().search.jumpToDate} />
      <Popover.Portal>
        <Popover.Content class={styles.popover}>
          <Popover.Title class={styles.title}>{t().search.jumpToDate}</Popover.Title>
          <DateForm channel={props.channel} onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover>
  );
}

/** The same where there is no room for its button. */
export function DateJumpDialog(props: { readonly channel: Channel; readonly onClose: () => void }) {
  return (
    <Dialog title={t().search.jumpToDate} closeLabel={t().common.close} onClose={props.onClose}>
      <DateForm channel={props.channel} onDone={props.onClose} />
    </Dialog>
  );
}
