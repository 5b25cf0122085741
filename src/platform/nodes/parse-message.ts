import Type from "typebox";
import type { Announcement, Topic } from "../../visibility/announcement.ts";
import { LazyValidator } from "../memoize/lazy-validator.ts";
import type { NodeMessage, TopicCommit } from "./port.ts";

const topics = Type.Array(Type.String());
const position = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const announcement = Type.Object({
  name: Type.String(),
  payload: Type.Object({}),
  topics,
  except: Type.Optional(topics),
  within: Type.Optional(topics),
  changes: Type.Optional(Type.Array(Type.Object({}))),
});
const entry = Type.Object({ connections: Type.Integer(), isShown: Type.Boolean() });
const change = Type.Object({
  user: Type.String(),
  entry: Type.Union([entry, Type.Null()]),
  announcement: Type.Optional(announcement),
});
const content = Type.Object({ mark: position, announcements: Type.Array(announcement) });
const message = Type.Union([
  Type.Object({ kind: Type.Literal("commit"), position, content: Type.Optional(content) }),
  Type.Object({ kind: Type.Literal("announcement"), announcement, after: position }),
  Type.Object({
    kind: Type.Literal("presence"),
    changes: Type.Array(change),
    isComplete: Type.Optional(Type.Literal(true)),
  }),
  Type.Object({ kind: Type.Literal("check") }),
]);
const messages = new LazyValidator(Type.Array(message));
const announcements = new LazyValidator(Type.Array(announcement));

/** Returns an empty list for text that no node would send. */
export function parseNodeMessages(text: string): readonly NodeMessage[] {
  try {
    const value: unknown = JSON.parse(text);
    return messages.check(value) ? (value as NodeMessage[]) : [];
  } catch {
    return [];
  }
}

/** One line without quotes but in its content, so that a node which needs none of it reads nothing else. */
export function writeTopicCommit({ position, mark, topics }: TopicCommit, content: string): string {
  return `@${position} ${mark ?? ""} ${topics.join(",")} ${content}`;
}

/** Returns undefined for text that no node would send. Its content is parsed when somebody asks for it. */
export function parseTopicCommit(text: string): TopicCommit | undefined {
  const [header, position, mark, names = ""] = /^@(\d{1,15}) (\d{0,16}) (\S+) /.exec(text) ?? [];
  if (header === undefined) return undefined;
  const hasContent = text.length > header.length;
  return {
    kind: "topic commit",
    position: Number(position),
    mark: mark === "" ? undefined : Number(mark),
    topics: names.split(",") as Topic[],
    announcements: hasContent ? () => parseAnnouncements(text.slice(header.length)) : undefined,
  };
}

function parseAnnouncements(text: string): readonly Announcement[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return announcements.check(value) ? (value as unknown as Announcement[]) : undefined;
  } catch {
    return undefined;
  }
}
