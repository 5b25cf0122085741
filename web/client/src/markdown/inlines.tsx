import { For, type JSX } from "solid-js";
import { CustomEmoji, ShortName } from "./emoji.tsx";
import { Link } from "./link.tsx";
import styles from "./markdown.module.css";
import { MathFormula } from "./math.tsx";
import { ChannelMention, RoleMention, UserMention } from "./mentions.tsx";
import { Spoiler } from "./spoiler.tsx";
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
    case "shortName":
      return <ShortName name={node.name} />;
    case "timestamp":
      return <Timestamp seconds={node.seconds} style={node.style} />;
  }
}
