import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { membershipIn } from "../../test/support/stream/visibility.ts";
import { permission } from "../permissions/bits.ts";
import { type Announcement, type Topic, topic } from "../visibility/announcement.ts";
import type { Conversation, EffectiveRelation, ViewChange, ViewState } from "../visibility/view-change.ts";
import { View } from "./view.ts";

const emptyState: ViewState = {
  userId: "me",
  bot: false,
  invisible: false,
  relations: new Map(),
  conversations: [],
  servers: [],
};
const newView = (state: Partial<ViewState> = {}) => new View({ ...emptyState, ...state });

const own = ["private:me", "user:me"];
const direct: Conversation = { id: "dm", kind: "DirectMessage", recipients: ["me", "ann"] };
const group: Conversation = { id: "group", kind: "Group", recipients: ["me", "ann", "bob"] };
const notes: Conversation = { id: "notes", kind: "SavedMessages", recipients: ["me"] };

describe("the topics of a user", () => {
  test("are the user, related users, recipients of conversations, the conversations and the servers", () => {
    const view = newView({
      relations: new Map([
        ["ann", "Friend"],
        ["bob", "Outgoing"],
        ["cid", "Incoming"],
        ["dan", "Blocked"],
        ["eve", "BlockedOther"],
      ]),
      conversations: [{ ...direct, recipients: ["me", "fay"] }, notes],
      servers: [membershipIn("place")],
    });
    expect(new Set(view.topics())).toEqual(
      new Set([
        ...own,
        ...["user:ann", "user:bob", "user:cid", "user:dan", "blocked-by:eve", "user:fay"],
        ...["channel:dm", "channel:notes", "server:place"],
      ] as Topic[]),
    );
  });

  test("include only the blocked-by topic of a user who has blocked them, also with a shared conversation", () => {
    const view = newView({ relations: new Map([["ann", "BlockedOther"]]), conversations: [direct, group] });
    expect(view.hasTopic(topic.blockedBy("ann"))).toBe(true);
    expect(view.hasTopic(topic.user("ann"))).toBe(false);
    expect(view.hasTopic(topic.user("bob"))).toBe(true);
  });

  test("never include the private topic of another user; only bots are on server-users topics", () => {
    const view = newView({ servers: [membershipIn("place")], relations: new Map([["ann", "Friend"]]) });
    expect(view.hasTopic(topic.private("ann"))).toBe(false);
    expect(view.hasTopic(topic.serverUsers("place"))).toBe(false);
    expect(
      newView({ servers: [membershipIn("place")], bot: true }).hasTopic(topic.serverUsers("place")),
    ).toBe(true);
    expect(newView({ bot: true }).hasTopic(topic.serverUsers("place"))).toBe(false);
  });

  test("decide whether the user receives an announcement, unless one of them is excepted", () => {
    const view = newView({ relations: new Map([["ann", "BlockedOther"]]), servers: [membershipIn("place")] });
    const about = (topics: Topic[], except: Topic[] = []): Announcement => ({
      name: "",
      payload: {},
      topics,
      except,
    });
    const [away, here, blocked] = [topic.server("away"), topic.server("place"), topic.blockedBy("ann")];
    expect(view.receives(about([away, here]))).toBe(true);
    expect(view.receives(about([away]))).toBe(false);
    expect(view.receives(about([]))).toBe(false);
    expect(view.receives(about([away, here], [blocked]))).toBe(false);
    expect(view.receives(about([here], [away]))).toBe(true);
  });
});

/** The topics that a user who is a friend of ann and in both conversations gains or loses by each change. */
const topicChanges: [name: string, change: ViewChange, gained: string[], lost: string[]][] = [
  [
    "a stranger sends a friend request",
    { kind: "relation", user: "me", other: "new", relation: "Incoming" },
    ["user:new"],
    [],
  ],
  [
    "a friend request is withdrawn",
    { kind: "relation", user: "me", other: "requested", relation: "None" },
    [],
    ["user:requested"],
  ],
  [
    "another user blocks them",
    { kind: "relation", user: "me", other: "requested", relation: "BlockedOther" },
    ["blocked-by:requested"],
    ["user:requested"],
  ],
  [
    "a friendship ends but a conversation remains",
    { kind: "relation", user: "me", other: "ann", relation: "None" },
    [],
    [],
  ],
  ["other users become friends", { kind: "relation", user: "ann", other: "new", relation: "Friend" }, [], []],
  ["the user becomes invisible", { kind: "visibility", user: "me", invisible: true }, [], []],
  [
    "a conversation with a stranger is opened",
    {
      kind: "conversation opened",
      users: ["me"],
      conversation: { ...direct, id: "new dm", recipients: ["me", "new"] },
    },
    ["channel:new dm", "user:new"],
    [],
  ],
  [
    "other users open a conversation",
    { kind: "conversation opened", users: ["ann"], conversation: { ...direct, id: "new dm" } },
    [],
    [],
  ],
  [
    "an open conversation is opened again",
    { kind: "conversation opened", users: ["me"], conversation: direct },
    [],
    [],
  ],
  [
    "another user joins a group",
    { kind: "recipient joined", channel: "group", user: "new" },
    ["user:new"],
    [],
  ],
  [
    "another user joins an unknown group",
    { kind: "recipient joined", channel: "other", user: "new" },
    [],
    [],
  ],
  [
    "another user leaves a group",
    { kind: "recipient left", channel: "group", user: "bob" },
    [],
    ["user:bob"],
  ],
  ["a friend leaves a group", { kind: "recipient left", channel: "group", user: "ann" }, [], []],
  [
    "the user leaves a group",
    { kind: "recipient left", channel: "group", user: "me" },
    [],
    ["channel:group", "user:bob"],
  ],
  [
    "a group gets another owner and no permissions",
    { kind: "group changed", channel: "group", owner: "ann", permissions: 0 },
    [],
    [],
  ],
  ["a group is deleted", { kind: "channel gone", channel: "group" }, [], ["channel:group", "user:bob"]],
  ["an unknown channel is deleted", { kind: "channel gone", channel: "other" }, [], []],
  ["another user is wiped", { kind: "user wiped", user: "requested" }, [], ["user:requested"]],
  ["a session of the user ends", { kind: "logged out", user: "me" }, [], []],
];

describe("changes of a view", () => {
  test.each(topicChanges)("%s", (_, change, gained, lost) => {
    const view = newView({
      relations: new Map([
        ["ann", "Friend"],
        ["requested", "Outgoing"],
      ]),
      conversations: [direct, group],
      servers: [membershipIn("place")],
    });
    const before = new Set<string>(view.topics());
    const actual = view.apply(change);
    expect({ gained: new Set<string>(actual.gained), lost: new Set<string>(actual.lost) }).toEqual({
      gained: new Set(gained),
      lost: new Set(lost),
    });
    expect(new Set<string>(view.topics())).toEqual(before.union(new Set(gained)).difference(new Set(lost)));
  });

  test("invisibility is tracked for the user alone", () => {
    const view = newView();
    view.apply({ kind: "visibility", user: "ann", invisible: true });
    expect(view.invisible).toBe(false);
    view.apply({ kind: "visibility", user: "me", invisible: true });
    expect(view.invisible).toBe(true);
    view.apply({ kind: "visibility", user: "me", invisible: false });
    expect(view.invisible).toBe(false);
  });

  const user = fc.constantFrom("me", "ann", "bob", "cid");
  const other = fc.constantFrom("ann", "bob", "cid");
  const channel = fc.constantFrom("one", "two", "three");
  const relation = fc.constantFrom<EffectiveRelation>(
    "None",
    "Friend",
    "Outgoing",
    "Incoming",
    "Blocked",
    "BlockedOther",
  );
  const conversation: fc.Arbitrary<Conversation> = fc.record({
    id: channel,
    kind: fc.constantFrom("DirectMessage", "Group"),
    recipients: fc.uniqueArray(other).map((others) => ["me", ...others]),
  });
  const kind = <K extends ViewChange["kind"]>(name: K) => fc.constant(name);
  const change: fc.Arbitrary<ViewChange> = fc.oneof(
    fc.record({ kind: kind("relation"), user, other, relation }),
    fc.record({ kind: kind("visibility"), user, invisible: fc.boolean() }),
    fc.record({ kind: kind("conversation opened"), users: fc.uniqueArray(user), conversation }),
    fc.record({ kind: kind("recipient joined"), channel, user }),
    fc.record({ kind: kind("recipient left"), channel, user }),
    fc.record({ kind: kind("group changed"), channel, owner: user, permissions: fc.nat() }),
    fc.record({ kind: kind("channel gone"), channel }),
    fc.record({ kind: kind("user wiped"), user: other }),
    fc.record({ kind: kind("logged out"), user }),
  );

  test("gained and lost topics add up to all topics, for any sequence of changes", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const view = newView();
        const subscribed = new Set<string>(view.topics());
        for (const applied of changes) {
          const { gained, lost } = view.apply(applied);
          for (const each of gained) subscribed.add(each);
          for (const each of lost) subscribed.delete(each);
          const topics = view.topics();
          expect(topics).toHaveLength(new Set(topics).size);
          expect(new Set<string>(topics)).toEqual(subscribed);
          for (const each of topics) expect(view.hasTopic(each)).toBe(true);
          for (const each of lost) expect(view.hasTopic(each)).toBe(false);
        }
      }),
    );
  });
});

describe("where a user may send messages", () => {
  const canSend = (relation: EffectiveRelation, state: Partial<ViewState> = {}) =>
    newView({ relations: new Map([["ann", relation]]), conversations: [direct], ...state }).canSendMessage(
      "dm",
      0,
    );

  test("to friends; to other users only if one of the two is a bot", () => {
    for (const relation of ["None", "Outgoing", "Incoming", "Blocked", "BlockedOther"] as const) {
      expect(canSend(relation), relation).toBe(false);
      const withBot = { conversations: [{ ...direct, withBot: true }] };
      expect(canSend(relation, withBot), relation).toBe(!relation.startsWith("Blocked"));
    }
    expect(canSend("Friend")).toBe(true);
  });

  test("in their groups and saved messages, and nowhere else", () => {
    const view = newView({ conversations: [group, notes], servers: [membershipIn("place")] });
    for (const id of ["group", "notes"]) expect(view.canSendMessage(id, 0)).toBe(true);
    for (const id of ["dm", "place", "me", "ann", ""]) expect(view.canSendMessage(id, 0)).toBe(false);
  });

  test("in groups that permit it or that they own", () => {
    const quiet = { ...group, owner: "ann", permissions: 0 };
    const canSendIn = (conversation: Conversation) =>
      newView({ conversations: [conversation] }).canSendMessage("group", 0);
    expect(canSendIn(quiet)).toBe(false);
    expect(canSendIn({ ...quiet, permissions: permission.SendMessage })).toBe(true);
    expect(canSendIn({ ...quiet, owner: "me" })).toBe(true);
  });

  test("after each change of a group", () => {
    const view = newView({ conversations: [{ ...group, owner: "ann" }] });
    const canSendAfter = (changes: { owner?: string; permissions?: number }) => {
      view.apply({ kind: "group changed", channel: "group", ...changes });
      return view.canSendMessage("group", 0);
    };
    expect(view.canSendMessage("group", 0)).toBe(true);
    expect(canSendAfter({ permissions: 0 })).toBe(false);
    expect(canSendAfter({ owner: "me" })).toBe(true);
    expect(canSendAfter({ owner: "bob" })).toBe(false);
    expect(canSendAfter({ permissions: permission.SendMessage })).toBe(true);
  });
});
