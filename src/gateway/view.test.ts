import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { membershipIn } from "../../test/support/visibility.ts";
import { permission } from "../permissions/bits.ts";
import { type Announcement, type Topic, topic } from "../protocol/event.ts";
import type { Conversation, EffectiveRelation, ViewChange, ViewState } from "../protocol/view-change.ts";
import { View } from "./view.ts";

const stranger: ViewState = {
  userId: "me",
  bot: false,
  privileged: false,
  invisible: false,
  relations: new Map(),
  conversations: [],
  servers: [],
};
const newView = (sight: Partial<ViewState> = {}) => new View({ ...stranger, ...sight });

const own = ["private:me", "user:me"];
const direct: Conversation = { id: "dm", kind: "DirectMessage", recipients: ["me", "ann"] };
const group: Conversation = { id: "group", kind: "Group", recipients: ["me", "ann", "bob"] };
const notes: Conversation = { id: "notes", kind: "SavedMessages", recipients: ["me"] };

describe("what a user hears", () => {
  test("is themselves, whom they have to do with, their conversations and their servers", () => {
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

  test("is of who blocked them the open half alone, also if they talk", () => {
    const view = newView({ relations: new Map([["ann", "BlockedOther"]]), conversations: [direct, group] });
    expect(view.holds(topic.blockedBy("ann"))).toBe(true);
    expect(view.holds(topic.user("ann"))).toBe(false);
    expect(view.holds(topic.user("bob"))).toBe(true);
  });

  test("is never another's private topic, nor for people a server's users", () => {
    const view = newView({ servers: [membershipIn("place")], relations: new Map([["ann", "Friend"]]) });
    expect(view.holds(topic.private("ann"))).toBe(false);
    expect(view.holds(topic.serverUsers("place"))).toBe(false);
    expect(newView({ servers: [membershipIn("place")], bot: true }).holds(topic.serverUsers("place"))).toBe(
      true,
    );
    expect(newView({ bot: true }).holds(topic.serverUsers("place"))).toBe(false);
  });

  test("is an announcement on any of their topics, unless one of them is excepted", () => {
    const view = newView({ relations: new Map([["ann", "BlockedOther"]]), servers: [membershipIn("place")] });
    const about = (topics: Topic[], except: Topic[] = []): Announcement => ({
      name: "",
      payload: {},
      topics,
      except,
    });
    const [away, here, blocked] = [topic.server("away"), topic.server("place"), topic.blockedBy("ann")];
    expect(view.hears(about([away, here]))).toBe(true);
    expect(view.hears(about([away]))).toBe(false);
    expect(view.hears(about([]))).toBe(false);
    expect(view.hears(about([away, here], [blocked]))).toBe(false);
    expect(view.hears(about([here], [away]))).toBe(true);
  });
});

/** What each change makes a user gain or lose, who is friends with ann and in all of these. */
const shifts: [name: string, change: ViewChange, gained: string[], lost: string[]][] = [
  ["a stranger asks", { kind: "relation", user: "me", other: "new", regard: "Incoming" }, ["user:new"], []],
  [
    "a request is taken back",
    { kind: "relation", user: "me", other: "asked", regard: "None" },
    [],
    ["user:asked"],
  ],
  [
    "somebody blocks them",
    { kind: "relation", user: "me", other: "asked", regard: "BlockedOther" },
    ["blocked-by:asked"],
    ["user:asked"],
  ],
  [
    "a friendship ends where they still talk",
    { kind: "relation", user: "me", other: "ann", regard: "None" },
    [],
    [],
  ],
  ["others become friends", { kind: "relation", user: "ann", other: "new", regard: "Friend" }, [], []],
  ["they become invisible", { kind: "visibility", user: "me", invisible: true }, [], []],
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
    "others open a conversation",
    { kind: "conversation opened", users: ["ann"], conversation: { ...direct, id: "new dm" } },
    [],
    [],
  ],
  [
    "one that is open is opened",
    { kind: "conversation opened", users: ["me"], conversation: direct },
    [],
    [],
  ],
  ["somebody joins a group", { kind: "recipient joined", channel: "group", user: "new" }, ["user:new"], []],
  ["somebody joins another group", { kind: "recipient joined", channel: "other", user: "new" }, [], []],
  ["somebody leaves a group", { kind: "recipient left", channel: "group", user: "bob" }, [], ["user:bob"]],
  ["a friend leaves a group", { kind: "recipient left", channel: "group", user: "ann" }, [], []],
  [
    "they leave a group themselves",
    { kind: "recipient left", channel: "group", user: "me" },
    [],
    ["channel:group", "user:bob"],
  ],
  [
    "a group has another owner, and allows nothing",
    { kind: "group changed", channel: "group", owner: "ann", permissions: 0 },
    [],
    [],
  ],
  ["a group is gone", { kind: "channel gone", channel: "group" }, [], ["channel:group", "user:bob"]],
  ["an unknown channel is gone", { kind: "channel gone", channel: "other" }, [], []],
  ["somebody is wiped", { kind: "user wiped", user: "asked" }, [], ["user:asked"]],
  ["a session of theirs ends", { kind: "logged out", user: "me" }, [], []],
];

describe("what changes it", () => {
  test.each(shifts)("%s", (_, change, gained, lost) => {
    const view = newView({
      relations: new Map([
        ["ann", "Friend"],
        ["asked", "Outgoing"],
      ]),
      conversations: [direct, group],
      servers: [membershipIn("place")],
    });
    const before = new Set<string>(view.topics());
    const shift = view.apply(change);
    expect({ gained: new Set<string>(shift.gained), lost: new Set<string>(shift.lost) }).toEqual({
      gained: new Set(gained),
      lost: new Set(lost),
    });
    expect(new Set<string>(view.topics())).toEqual(before.union(new Set(gained)).difference(new Set(lost)));
  });

  test("becoming invisible is known of oneself alone", () => {
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
  const regard = fc.constantFrom<EffectiveRelation>(
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
    fc.record({ kind: kind("relation"), user, other, regard }),
    fc.record({ kind: kind("visibility"), user, invisible: fc.boolean() }),
    fc.record({ kind: kind("conversation opened"), users: fc.uniqueArray(user), conversation }),
    fc.record({ kind: kind("recipient joined"), channel, user }),
    fc.record({ kind: kind("recipient left"), channel, user }),
    fc.record({ kind: kind("group changed"), channel, owner: user, permissions: fc.nat() }),
    fc.record({ kind: kind("channel gone"), channel }),
    fc.record({ kind: kind("user wiped"), user: other }),
    fc.record({ kind: kind("logged out"), user }),
  );

  test("what is gained and lost adds up to what is heard, whatever happens", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const view = newView();
        const subscribed = new Set<string>(view.topics());
        for (const each of changes) {
          const { gained, lost } = view.apply(each);
          for (const held of gained) subscribed.add(held);
          for (const held of lost) subscribed.delete(held);
          const topics = view.topics();
          expect(topics).toHaveLength(new Set(topics).size);
          expect(new Set<string>(topics)).toEqual(subscribed);
          for (const held of topics) expect(view.holds(held)).toBe(true);
          for (const held of lost) expect(view.holds(held)).toBe(false);
        }
      }),
    );
  });
});

describe("where a user may speak", () => {
  const speaks = (relation: EffectiveRelation, sight: Partial<ViewState> = {}) =>
    newView({ relations: new Map([["ann", relation]]), conversations: [direct], ...sight }).maySpeakIn(
      "dm",
      0,
    );

  test("with friends; with others only the privileged, and where one of the two is a bot", () => {
    for (const relation of ["None", "Outgoing", "Incoming", "Blocked", "BlockedOther"] as const) {
      expect(speaks(relation), relation).toBe(false);
      expect(speaks(relation, { privileged: true }), relation).toBe(true);
      const withBot = { conversations: [{ ...direct, withBot: true }] };
      expect(speaks(relation, withBot), relation).toBe(!relation.startsWith("Blocked"));
    }
    expect(speaks("Friend")).toBe(true);
  });

  test("in their groups and notes, and nowhere else", () => {
    const view = newView({ conversations: [group, notes], servers: [membershipIn("place")] });
    for (const id of ["group", "notes"]) expect(view.maySpeakIn(id, 0)).toBe(true);
    for (const id of ["dm", "place", "me", "ann", ""]) expect(view.maySpeakIn(id, 0)).toBe(false);
  });

  test("in groups that let them, or that are theirs, or if they are privileged", () => {
    const quiet = { ...group, owner: "ann", permissions: 0 };
    const speaksIn = (conversation: Conversation, sight: Partial<ViewState> = {}) =>
      newView({ conversations: [conversation], ...sight }).maySpeakIn("group", 0);
    expect(speaksIn(quiet)).toBe(false);
    expect(speaksIn({ ...quiet, permissions: permission.SendMessage })).toBe(true);
    expect(speaksIn({ ...quiet, owner: "me" })).toBe(true);
    expect(speaksIn(quiet, { privileged: true })).toBe(true);
  });

  test("as a group changes", () => {
    const view = newView({ conversations: [{ ...group, owner: "ann" }] });
    const speaksAfter = (news: { owner?: string; permissions?: number }) => {
      view.apply({ kind: "group changed", channel: "group", ...news });
      return view.maySpeakIn("group", 0);
    };
    expect(view.maySpeakIn("group", 0)).toBe(true);
    expect(speaksAfter({ permissions: 0 })).toBe(false);
    expect(speaksAfter({ owner: "me" })).toBe(true);
    expect(speaksAfter({ owner: "bob" })).toBe(false);
    expect(speaksAfter({ permissions: permission.SendMessage })).toBe(true);
  });
});
