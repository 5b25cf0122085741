import { Button } from "@ui/button.tsx";
import { FileText } from "@ui/icons.ts";
import { createMemo, createResource, Match, Show, Switch } from "solid-js";
import type { File } from "../../../protocol/types.ts";
import { t } from "../i18n/i18n.ts";
import { originalUrl } from "../model/files.ts";
import { addresses } from "../session/server.ts";
import card from "./file-card.module.css";
import { FileHeading } from "./file-heading.tsx";
import styles from "./text-file.module.css";
import { useUncovered } from "./uncovered.ts";

const firstBytes = 2_000;
const mostBytes = 200_000;
/** How many lines are shown before more is wanted. */
const mostLines = 8;
/** About how much of a text is in a line of it, and how much of it fits. */
const [lineBytes, lineWidth] = [24, 44];

/** For how many lines place is taken before the text is there. */
const linesOf = (bytes: number) => Math.min(mostLines, Math.ceil(bytes / lineBytes));

/** How many lines a text takes, broken where it does not fit. */
function linesIn(text: string): number {
  const lines = text.trimEnd().split("\n");
  return lines.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / lineWidth)), 0);
}

/** The first lines of a text file, and more of it when wanted. */
export function TextFile(props: { readonly file: File }) {
  const uncovered = useUncovered();
  const key = () => `text ${props.file._id}`;
  const isOpen = () => uncovered.has(key());
  // What has been read is kept when it is closed again.
  const limit = createMemo((before: number) => (isOpen() ? mostBytes : before), firstBytes);
  const [read, { refetch }] = createResource(
    () => ({ url: originalUrl(addresses, props.file), limit: limit() }),
    ({ url, limit }) => readText(url, limit),
  );
  const toggle = () => (isOpen() ? uncovered.remove(key()) : uncovered.add(key()));
  const lines = () => linesOf(props.file.size);
  const isShort = () => {
    const found = read.latest;
    if (isOpen()) return false;
    return found ? !found.isCut && linesIn(found.text) <= lines() : lines() < mostLines;
  };
  return (
    <div class={card.card}>
      <FileHeading file={props.file} icon={<FileText size={24} strokeWidth={1.75} aria-hidden="true" />} />
      <div
        class={styles.text}
        data-open={isOpen() || read.error ? "" : undefined}
        style={{ "--lines": lines() }}
      >
        <Switch>
          <Match when={read.error}>
            <p class={styles.failed} role="alert">
              {t().media.textFailed}{" "}
              <Button variant="link" onClick={() => void refetch()}>
                {t().common.retry}
              </Button>
            </p>
          </Match>
          <Match when={read.latest}>
            {(found) => (
              <pre class={styles.lines} dir="auto" tabindex={isOpen() ? 0 : undefined}>
                {isOpen() ? found().text : found().text.slice(0, firstBytes)}
              </pre>
            )}
          </Match>
        </Switch>
      </div>
      <Show when={!isShort() && !read.error}>
        <div class={styles.foot}>
          <Button variant="link" aria-expanded={isOpen()} onClick={toggle}>
            {isOpen() ? t().media.showLess : t().media.showMore}
          </Button>
          <Show when={isOpen() && read.latest?.isCut}>
            <span class={styles.cut}>{t().media.textCut}</span>
          </Show>
        </div>
      </Show>
    </div>
  );
}

interface ReadText {
  readonly text: string;
  /** Whether there is more of the file than was read. */
  readonly isCut: boolean;
}

/** Reads the beginning of a text file, and never more than the limit, whatever the server sends. */
async function readText(url: string, limit: number): Promise<ReadText> {
  const response = await fetch(url, { headers: { range: `bytes=0-${limit}` } });
  if (!response.ok || !response.body) throw new Error(`the file service answered ${response.status}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  while (length < limit) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isCut: false };
    text += decoder.decode(value.subarray(0, limit - length), { stream: true });
    length += value.length;
  }
  const isCut = length > limit || !(await reader.read()).done;
  await reader.cancel();
  return { text, isCut };
}
