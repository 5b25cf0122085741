import { expect, test } from "bun:test";
import { permission } from "../../../permissions/bits.ts";
import type { TextChannel } from "../../channels/index.ts";
import { frontChannel } from "./views.ts";

const { ViewChannel } = permission;
const open = { default_permissions: ViewChannel };
const closed = { default_permissions: 0 };
const channel = (_id: string, more: Partial<TextChannel> = {}): TextChannel => ({
  channel_type: "TextChannel",
  _id,
  server: "s",
  name: _id,
  ...more,
});
const hidden = channel("hidden", { default_permissions: { a: 0, d: ViewChannel } });
const shown = channel("shown", { default_permissions: { a: ViewChannel, d: 0 } });
const forStaff = channel("staff", { role_permissions: { staff: { a: ViewChannel, d: 0 } } });
const plain = channel("plain");

test.each([
  ["the first channel", open, [plain, shown], plain],
  ["the first channel that is not hidden", open, [hidden, plain, shown], plain],
  ["the first channel that everybody can view", closed, [plain, forStaff, shown], shown],
  ["the first channel, if all are hidden", open, [hidden, { ...hidden, _id: "other" }], hidden],
  ["no channel, if there is none", open, [], undefined],
] as const)("the invite of a discoverable server leads to %s", (_, server, channels, front) => {
  expect(frontChannel(server, [...channels])).toEqual(front);
});
