import { notify } from "@ui/toasts.tsx";
import type { Candidate } from "../completion/rank.ts";
import { outboxOf } from "../drafts/outbox.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { User } from "../model/user.ts";
import { allowedActions, editMember } from "../moderation/membership.ts";
import type { Client } from "../session/client.ts";
import { setStatusText } from "../status/own-status.ts";
import { fetchUser } from "../users/fetch-person.ts";
import { openMessages } from "../users/person-actions.ts";

/** Where a command is given. */
interface CommandContext {
  readonly client: Client;
  readonly channel: Channel;
}

interface Command {
  /** Whether it is nothing without words behind it. */
  readonly needsWords?: boolean;
  /** Whether the user may use it; by default they may. */
  readonly isAllowed?: (context: CommandContext) => boolean;
  /** The message that is sent in its place. */
  readonly write?: (words: string) => string;
  /** What it does instead of sending a message. Returns false, or throws, if that could not be done. */
  readonly run?: (context: CommandContext, words: string) => Promise<unknown>;
}

/** Markdown would take away the arm, and the underlines with it. */
const shrug = "¯\\\\\\_(ツ)\\_/¯";
const behind = (ending: string) => (words: string) => (words === "" ? ending : `${words} ${ending}`);

const commands = {
  shrug: { write: behind(shrug) },
  tableflip: { write: behind("(╯°□°)╯︵ ┻━┻") },
  unflip: { write: behind("┬─┬ノ( º \\_ ºノ)") },
  me: { needsWords: true, write: (words) => `_${words}_` },
  spoiler: { needsWords: true, write: (words) => `||${words}||` },
  nick: { isAllowed: mayRename, run: rename },
  msg: { needsWords: true, run: message },
  status: { run: ({ client }, words) => setStatusText(client, words) },
} as const satisfies Record<string, Command>;

type CommandName = keyof typeof commands;

/** A command that a text begins with. */
export interface GivenCommand extends Command {
  readonly name: CommandName;
  readonly words: string;
}

/** The command of a text. Other texts with a slash are for bots, and are sent as they are. */
export function commandOf(context: CommandContext, content: string): GivenCommand | undefined {
  const { name = "", words = "" } = /^\/(?<name>[a-z]+)(?:\s+(?<words>.*))?$/s.exec(content)?.groups ?? {};
  if (!isAllowed(context, name)) return undefined;
  return { ...commands[name], name, words: words.trim() };
}

/** The commands that the user may give, for the list of completions. */
export function commandsIn(context: CommandContext): readonly Candidate[] {
  const names = Object.keys(commands).filter((name) => isAllowed(context, name));
  return names.map((name) => ({
    key: name,
    name: `/${name}`,
    detail: t().composer.commands[name],
    shown: `/${name}`,
    icon: "command",
    isWhole: !("needsWords" in commands[name]),
  }));
}

function isAllowed(context: CommandContext, name: string): name is CommandName {
  if (!Object.hasOwn(commands, name)) return false;
  const command: Command = commands[name as CommandName];
  return command.isAllowed?.(context) ?? true;
}

function mayRename({ client, channel }: CommandContext): boolean {
  const { user } = client;
  return Boolean(user && channel.server && allowedActions(user, channel.server).nickname);
}

async function rename({ client, channel }: CommandContext, nickname: string): Promise<void> {
  const { user } = client;
  const { server } = channel;
  if (!user || !server) return;
  await editMember(client, { user, server }, nickname ? { nickname } : { remove: ["Nickname"] });
}

/** Opens the conversation with somebody, and sends what follows their name. */
async function message({ client }: CommandContext, words: string): Promise<boolean> {
  const { id, name, text } = /^(?:<@(?<id>\w+)>|@?(?<name>\S+))\s*(?<text>.*)$/s.exec(words)?.groups ?? {};
  const user = id === undefined ? findPerson(client, name ?? "") : await fetchUser(client, id);
  if (!user) {
    notify(t().composer.nobodyCalled(name ?? words), { isError: true });
    return false;
  }
  if (!(await openMessages(client, user))) return false;
  const conversation = client.channels.list().find(({ recipient }) => recipient?.id === user.id);
  if (conversation && text) {
    outboxOf(client).send({ channelId: conversation.id, content: text, replies: [], attachments: [] });
  }
  return true;
}

function findPerson(client: Client, name: string): User | undefined {
  const wanted = name.toLowerCase();
  return client.users
    .list()
    .find(({ username, discriminator }) =>
      [username, `${username}#${discriminator}`].some((one) => one.toLowerCase() === wanted),
    );
}
