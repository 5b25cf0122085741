import { expect, test } from "bun:test";
import { topic } from "../visibility/announcement.ts";
import { Audience } from "./audience.ts";
import { FollowedTopics } from "./followed-topics.ts";
import { HeldAnnouncements } from "./held-announcements.ts";
import { StreamInterest } from "./stream-interest.ts";

test("as long as somebody needs everything nothing is left out, and then what nobody follows is again", () => {
  const followed = new FollowedTopics({ follow() {}, unfollow() {} });
  const held = new HeldAnnouncements();
  const interest = new StreamInterest({ followed, audience: new Audience(), held });
  followed.add("channel", "followed");
  const isConcerned = () => ["followed", "other"].map((id) => interest.concerns([topic.channel(id)]));
  const [one, another] = [interest.needAll(), interest.needAll()];
  one[Symbol.dispose]();
  expect({ concerned: isConcerned(), isIdle: interest.isIdle }).toEqual({
    concerned: [true, true],
    isIdle: false,
  });
  another[Symbol.dispose]();
  expect({ concerned: isConcerned(), isIdle: interest.isIdle }).toEqual({
    concerned: [true, false],
    isIdle: true,
  });
});
