import { expect, test } from "bun:test";
import { permission } from "../../../permissions/bits.ts";
import type { TextChannel } from "../../conversations/index.ts";
import { frontChannel } from "./front-channel.ts";

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
  ["the first of all", open, [plain, shown], plain],
  ["the first that is not hidden", open, [hidden, plain, shown], plain],
  ["the first that is opened", closed, [plain, forStaff, shown], shown],
  ["the first, if all are hidden", open, [hidden, { ...hidden, _id: "other" }], hidden],
  ["none, if there is none", open, [], undefined],
] as const)("a server shows itself by %s", (_, server, channels, front) => {
  expect(frontChannel(server, [...channels])).toEqual(front);
});
