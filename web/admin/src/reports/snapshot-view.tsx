import { A } from "@solidjs/router";
import { For, type JSX, Match, Show, Switch } from "solid-js";
import styles from "../components/page.module.css";
import { type Fact, Facts } from "../components/page.tsx";
import { Moment, PersonLink } from "../components/values.tsx";
import { formatBytes } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";
import own from "./reports.module.css";
import { type KeptMessage, type Snapshot, timeOfId } from "./snapshot.ts";

type Of<Kind extends Snapshot["kind"]> = Extract<Snapshot, { kind: Kind }>;
type Names = Readonly<Record<string, string>>;

/** What was reported. All of it is text: nothing in it is markup, and nothing is loaded. */
export function SnapshotView(props: { readonly snapshot: Snapshot; readonly names: Names }) {
  const as = <Kind extends Snapshot["kind"]>(kind: Kind) =>
    props.snapshot.kind === kind ? (props.snapshot as Of<Kind>) : undefined;
  return (
    <Switch>
      <Match when={as("Message")}>
        {(snapshot) => <Conversation snapshot={snapshot()} names={props.names} />}
      </Match>
      <Match when={as("User")}>{(snapshot) => <Profile snapshot={snapshot()} />}</Match>
      <Match when={as("Server")}>
        {(snapshot) => <Community snapshot={snapshot()} names={props.names} />}
      </Match>
    </Switch>
  );
}

function Conversation(props: { readonly snapshot: Of<"Message">; readonly names: Names }) {
  const messages = () => [...props.snapshot.before, props.snapshot.message, ...props.snapshot.after];
  return (
    <div class={styles.panel}>
      <p class={own.place} dir="auto">
        {props.snapshot.channel.name
          ? `${t().reports.channel}: ${props.snapshot.channel.name}`
          : t().reports.conversation}
      </p>
      <ol class={own.messages}>
        <For each={messages()}>
          {(message) => (
            <Message
              message={message}
              name={nameOf(message, props.names)}
              isReported={message._id === props.snapshot.message._id}
            />
          )}
        </For>
      </ol>
      <p class={own.more}>
        <A
          class={styles.link}
          href={`/conversations/${props.snapshot.channel._id}?nearby=${props.snapshot.message._id}`}
        >
          {t().reports.readConversation}
        </A>
      </p>
    </div>
  );
}

export const nameOf = ({ masquerade, webhook, author }: KeptMessage, names: Names): string | undefined =>
  masquerade?.name ?? webhook?.name ?? names[author];

/** A message as plain text, and what can be done about it. */
export function Message(props: {
  readonly message: KeptMessage;
  readonly name: string | undefined;
  readonly isReported: boolean;
  readonly children?: JSX.Element;
}) {
  return (
    <li class={own.message} data-reported={props.isReported ? "" : undefined}>
      <p class={own.by}>
        <PersonLink id={props.message.author} name={props.name} />
        <span class={styles.small}>
          <Moment at={timeOfId(props.message._id)} />
        </span>
        <Show when={props.isReported}>
          <strong class={own.mark}>{t().reports.reportedMessage}</strong>
        </Show>
        {props.children}
      </p>
      <p class={own.text} dir="auto">
        {props.message.content || <em class={styles.small}>{t().reports.emptyMessage}</em>}
      </p>
      <Show when={props.message.attachments?.length}>
        <ul class={own.files} aria-label={t().reports.attachments}>
          <For each={props.message.attachments}>
            {(file) => (
              <li class={styles.small} dir="auto">
                {file.filename} ({formatBytes(file.size)})
              </li>
            )}
          </For>
        </ul>
      </Show>
    </li>
  );
}

function Profile(props: { readonly snapshot: Of<"User"> }) {
  const facts = (): (Fact | undefined)[] => {
    const { username, discriminator, display_name, profile } = props.snapshot.user;
    return [
      [t().reports.username, `${username}#${discriminator}`],
      display_name ? [t().reports.displayName, display_name] : undefined,
      profile?.content ? [t().reports.bio, <span class={own.text}>{profile.content}</span>] : undefined,
    ];
  };
  return <Facts facts={facts()} />;
}

function Community(props: { readonly snapshot: Of<"Server">; readonly names: Names }) {
  const facts = (): (Fact | undefined)[] => {
    const { server, channels } = props.snapshot;
    return [
      [t().servers.name, server.name],
      [t().servers.owner, <PersonLink id={server.owner} name={props.names[server.owner]} />],
      server.description
        ? [t().servers.description, <span class={own.text}>{server.description}</span>]
        : undefined,
      [t().reports.channels, channels.map(({ name }) => name).join(", ") || "–"],
    ];
  };
  return <Facts facts={facts()} />;
}
