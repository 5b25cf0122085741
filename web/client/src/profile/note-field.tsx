import { createEffect, createSignal, createUniqueId, on, onCleanup } from "solid-js";
import { attempt } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import type { User } from "../model/user.ts";
import { longestNote, mostNotes, notesIn } from "../preferences/preferences.ts";
import { useConnection } from "../session/context.tsx";
import styles from "./profile.module.css";

/** The user's private note about a person. It is saved when the field loses the focus. */
export function NoteField(props: { readonly user: User }) {
  const { settings } = useConnection();
  const [notes, setNotes] = notesIn(settings);
  const id = createUniqueId();
  const stored = () => notes()[props.user.id] ?? "";
  const [text, setText] = createSignal(stored());
  // What another device writes, and what is left after a refusal.
  createEffect(on(stored, setText, { defer: true }));
  const isFull = () => !stored() && Object.keys(notes()).length >= mostNotes;
  const save = () => {
    const next = text().trim();
    if (next === stored() || isFull()) return;
    void attempt(() => setNotes({ [props.user.id]: next || undefined }));
  };
  // The card may close before the field is left.
  onCleanup(save);
  return (
    <section class={styles.section}>
      <label class={styles.heading} for={id}>
        {t().people.note}
      </label>
      <textarea
        id={id}
        class={styles.field}
        dir="auto"
        rows="2"
        maxlength={longestNote}
        placeholder={t().people.noteHint}
        disabled={isFull()}
        value={text()}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={save}
      />
      {isFull() && <p class={styles.since}>{t().people.tooManyNotes(mostNotes)}</p>}
    </section>
  );
}
