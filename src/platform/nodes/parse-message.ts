import Type from "typebox";
import { LazyValidator } from "../memoize/lazy-validator.ts";
import type { NodeMessage } from "./port.ts";

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

/** Returns an empty list for text that no node would send. */
export function parseNodeMessages(text: string): readonly NodeMessage[] {
  try {
    const value: unknown = JSON.parse(text);
    return messages.check(value) ? (value as NodeMessage[]) : [];
  } catch {
    return [];
  }
}
