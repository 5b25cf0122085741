import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import iconButton from "@ui/icon-button.module.css";
import { IconButton } from "@ui/icon-button.tsx";
import { Plus, X } from "@ui/icons.ts";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Index, Show } from "solid-js";
import { FormDialog } from "../components/form-dialog.tsx";
import { PausableImage } from "../components/pausable-image.tsx";
import { EmojiPopover } from "../emoji/emoji-popover.tsx";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import { useClient } from "../session/context.tsx";
import { messageLimits } from "./limits.ts";
import styles from "./poll-dialog.module.css";
import { writePoll } from "./poll-text.ts";

/** What answers begin with until somebody chooses other emoji; as many as there can be. */
const numbers = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"];

/** Asks a question with answers to choose. */
export default function PollDialog(props: {
  readonly onlyEmojiOf: Server | undefined;
  readonly onSend: (poll: ReturnType<typeof writePoll>) => void;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const question = createField("");
  const several = createField(false);
  const [answers, setAnswers] = createSignal(numbers.slice(0, 2).map((emoji) => ({ emoji, text: "" })));
  const rows: HTMLElement[] = [];
  // The buttons that add and remove answers come and go.
  const focus = (index: number) => rows[index]?.querySelector("input")?.focus();
  const change = (index: number, fields: { readonly emoji?: string; readonly text?: string }) =>
    setAnswers((all) => all.map((one, at) => (at === index ? { ...one, ...fields } : one)));
  const choose = (index: number, emoji: string) => {
    // Each answer needs one of its own.
    if (!answers().some((other) => other.emoji === emoji)) change(index, { emoji });
  };
  const add = () => {
    const free = numbers.find((emoji) => answers().every((other) => other.emoji !== emoji));
    if (free) setAnswers((all) => [...all, { emoji: free, text: "" }]);
    focus(answers().length - 1);
  };
  const remove = (index: number) => {
    setAnswers((all) => all.filter((_, at) => at !== index));
    focus(Math.min(index, answers().length - 1));
  };
  const poll = () =>
    writePoll({
      question: question.value,
      answers: answers().filter(({ text }) => text.trim() !== ""),
      isSingle: !several.value,
    });
  const isTooLong = () => new TextEncoder().encode(poll().content).length > messageLimits(client).bytes;
  const isReady = () =>
    question.value.trim() !== "" && poll().interactions.reactions.length >= 2 && !isTooLong();
  return (
    <FormDialog
      title={t().composer.poll.title}
      action={t().composer.send}
      isReady={isReady()}
      onSubmit={async () => props.onSend(poll())}
      onClose={props.onClose}
    >
      <TextField
        label={t().composer.poll.question}
        error={isTooLong() ? t().errors.PayloadTooLarge : undefined}
        {...question}
        required
        maxlength={200}
      />
      <Index each={answers()}>
        {(answer, index) => (
          <div ref={(row) => (rows[index] = row)} class={styles.answer}>
            <EmojiPopover
              class={`${iconButton.button} ${styles.emoji}`}
              label={t().composer.poll.emoji(index + 1)}
              onlyOf={props.onlyEmojiOf}
              onPick={(emoji) => choose(index, emoji)}
            >
              <Show when={client.emojis.get(answer().emoji)} fallback={answer().emoji}>
                {(emoji) => (
                  <PausableImage class={styles.image} url={emoji().url} isAnimated={emoji().isAnimated} />
                )}
              </Show>
            </EmojiPopover>
            <TextField
              label={t().composer.poll.answer(index + 1)}
              value={answer().text}
              onChange={(text) => change(index, { text })}
              maxlength={100}
            />
            <IconButton
              icon={X}
              label={t().composer.poll.remove(index + 1)}
              disabled={answers().length <= 2}
              onClick={() => remove(index)}
            />
          </div>
        )}
      </Index>
      <Show when={answers().length < numbers.length}>
        <Button onClick={add}>
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          {t().composer.poll.add}
        </Button>
      </Show>
      <Switch label={t().composer.poll.several} {...several} />
    </FormDialog>
  );
}
