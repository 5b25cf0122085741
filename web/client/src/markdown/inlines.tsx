import { createResource, createSignal, For, type JSX, Show } from "solid-js";
import { PausableImage } from "../components/pausable-image.tsx";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import { configuration } from "../session/server.ts";
import { Link } from "./link.tsx";
import styles from "./markdown.module.css";
import { ChannelMention, RoleMention, UserMention } from "./mentions.tsx";
import { emojiOfShortName } from "./short-names.ts";
import { Timestamp } from "./timestamp.tsx";
import type { Inline } from "./tree.ts";

export function Inlines(props: { readonly nodes: readonly Inline[] }) {
  return <For each={props.nodes}>{(node) => inlineElement(node)}</For>;
}

function inlineElement(node: Inline): JSX.Element {
  switch (node.type) {
    case "text":
      return node.value;
    case "strong":
      return (
        <strong>
          <Inlines nodes={node.children} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Inlines nodes={node.children} />
        </em>
      );
    case "delete":
      return (
        <s>
          <Inlines nodes={node.children} />
        </s>
      );
    case "spoiler":
      return (
        <Spoiler>
          <Inlines nodes={node.children} />
        </Spoiler>
      );
    case "code":
      return (
        <code class={styles.code} dir="auto">
          {node.value}
        </code>
      );
    case "math":
      return <MathFormula formula={node.value} isBlock={node.isBlock} />;
    case "link":
      return (
        <Link url={node.url} leadsTo={node.leadsTo}>
          <Inlines nodes={node.children} />
        </Link>
      );
    case "user":
      return <UserMention id={node.id} />;
    case "role":
      return <RoleMention id={node.id} />;
    case "channel":
      return <ChannelMention id={node.id} />;
    case "everyone":
      return <span class={styles.mention}>{node.value}</span>;
    case "customEmoji":
      return <CustomEmoji id={node.id} />;
    case "task":
      return (
        <input
          type="checkbox"
          class={styles.task}
          checked={node.isDone}
          disabled
          aria-label={node.isDone ? t().markdown.done : t().markdown.notDone}
        />
      );
    case "shortName":
      return <>{emojiOfShortName(node.name)}</>;
    case "timestamp":
      return <Timestamp seconds={node.seconds} style={node.style} />;
  }
}

/** A custom emoji, also one of a server that the reader is not in. */
function CustomEmoji(props: { readonly id: string }) {
  const client = useClient();
  const [isMissing, setMissing] = createSignal(false);
  const name = () => `:${client.emojis.get(props.id)?.name ?? props.id}:`;
  const url = () => `${configuration()?.features.autumn.url}/emojis/${props.id}`;
  return (
    <Show when={!isMissing()} fallback={name()}>
      <PausableImage
        class={styles.emoji}
        url={url()}
        isAnimated={client.emojis.get(props.id)?.isAnimated}
        name={name()}
        onError={() => setMissing(true)}
      />
    </Show>
  );
}

/** A formula, as its source until the renderer is loaded, and if it cannot be read. */
function MathFormula(props: { readonly formula: string; readonly isBlock: boolean }) {
  const [element] = createResource(
    () => ({ formula: props.formula, isBlock: props.isBlock }),
    async ({ formula, isBlock }) => (await import("./math-elements.ts")).mathElement(formula, isBlock),
  );
  return (
    <span class={styles.math} data-block={props.isBlock ? "" : undefined}>
      <Show
        when={!element.error && element.latest}
        fallback={<code class={styles.code}>{props.formula}</code>}
      >
        {(found) => found()}
      </Show>
    </span>
  );
}

/** Text that is hidden until it is asked for. */
function Spoiler(props: { readonly children: JSX.Element }) {
  const [isShown, setShown] = createSignal(false);
  return (
    <Show
      when={isShown()}
      fallback={
        <button
          type="button"
          class={styles.spoiler}
          aria-label={t().markdown.showSpoiler}
          onClick={(event) => {
            event.stopPropagation();
            setShown(true);
          }}
        >
          <span class={styles.hidden} inert aria-hidden="true">
            {props.children}
          </span>
        </button>
      }
    >
      <span class={styles.revealed}>{props.children}</span>
    </Show>
  );
}
