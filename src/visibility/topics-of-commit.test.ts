import { describe, expect, test } from "bun:test";
import { type Announcement, type Topic, topic } from "./announcement.ts";
import { topicsOf } from "./topics-of-commit.ts";
import type { ViewChange } from "./view-change.ts";

const on = (topics: Topic[], changes?: ViewChange[]): Announcement => ({
  name: "Any",
  payload: {},
  topics,
  ...(changes && { changes }),
});
const [one, two] = [topic.channel("01A"), topic.channel("01B")];
const [user, other] = [topic.private("01U"), topic.private("01V")];
const sent = { kind: "message sent", channel: "01A", message: "01M" } as const;
const left = { kind: "recipient left", channel: "01A", user: "01U" } as const;

describe("the topics that a commit is on", () => {
  test.each<[string, Announcement[], Topic[] | undefined]>([
    ["a message", [on([one], [sent])], [one]],
    ["messages in two channels, one twice", [on([one]), on([two]), on([one])], [one, two]],
    ["an event for a user", [on([user])], [user]],
    ["an event for a server", [on([topic.server("01S")])], undefined],
    ["a message and an event for two users", [on([one]), on([user, other])], [one, user, other]],
    ["an event for a channel and others", [on([one, topic.server("01S")])], undefined],
    ["an event that changes who sees what", [on([one], [left])], undefined],
    ["no event", [], undefined],
    [
      "too many channels",
      Array.from({ length: 101 }, (_, index) => on([topic.channel(`${index}`)])),
      undefined,
    ],
  ])("%s", (_, announcements, topics) => expect(topicsOf(announcements)).toEqual(topics));
});
