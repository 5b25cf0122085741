import { describe, expect, test } from "bun:test";
import { permission } from "../../../permissions/bits.ts";
import type { MemberWithRoles } from "../../members/index.ts";
import type { TextChannel } from "../model.ts";
import { SharedServer } from "./shared-server.ts";

const { ViewChannel } = permission;
const channel = (id: string, more: Partial<TextChannel> = {}): TextChannel => ({
  ...{ channel_type: "TextChannel", _id: id, server: "01S", name: id },
  ...more,
});

function open(): SharedServer {
  const flags = { flags: 0, nsfw: 0, analytics: 0, discoverable: 0 };
  const empty = { description: null, categories: null, system_messages: null, icon: null, banner: null };
  const row = { id: "01S", owner_id: "01O", name: "Place", revision: "01R", ...flags, ...empty };
  const role = {
    server_id: "01S",
    name: "Role",
    deny: 0,
    colour: null,
    hoist: 0,
    icon: null,
    owner_id: null,
  };
  return new SharedServer({
    row: { ...row, default_permissions: 0 },
    roles: [
      { ...role, id: "01A", rank: 0, allow: ViewChannel },
      { ...role, id: "01B", rank: 1, allow: 0 },
    ],
    channels: [
      channel("01C1"),
      channel("01C2", { role_permissions: { "01B": { a: ViewChannel, d: 0 } } }),
      channel("01C3", { role_permissions: { "01A": { a: 0, d: ViewChannel } } }),
    ],
    emojis: [],
  });
}

const member = (user_id: string, roles: readonly string[]): MemberWithRoles => ({
  ...{ server_id: "01S", user_id, roles, joined_at: 0, nickname: null, pronouns: null, avatar: null },
  ...{ timeout_until: null, can_publish: 1, can_receive: 1 },
});

describe("a shared server", () => {
  test("shows each member the channels of their roles, as one list for equal roles", () => {
    const channels = open().withLastMessages(",,");
    const visible = (user: string, roles: string[]) =>
      channels.visibleTo(member(user, roles)).map(({ _id }) => _id);
    expect(visible("01U", [])).toEqual([]);
    expect(visible("01U", ["01A"])).toEqual(["01C1", "01C2"]);
    expect(visible("01U", ["01B"])).toEqual(["01C2"]);
    expect(visible("01O", [])).toEqual(["01C1", "01C2", "01C3"]);
    const [one, other] = [member("01U", ["01A", "01B"]), member("01V", ["01B", "01A"])];
    expect(channels.visibleTo(one)).toBe(channels.visibleTo(other));
  });

  test("makes only what a last message or a member changes again", () => {
    const server = open();
    const before = server.withLastMessages(",01M1,");
    expect(server.withLastMessages(",01M1,")).toBe(before);
    const after = server.withLastMessages(",01M2,");
    expect(after.all.map(({ last_message_id }) => last_message_id)).toEqual([undefined, "01M2", undefined]);
    expect(after.all.map((each, index) => each === before.all[index])).toEqual([true, false, true]);
    expect(before.all[1]?.last_message_id).toBe("01M1");
    expect(server.withLastMessages(",,").all[1]).toEqual(
      channel("01C2", { role_permissions: { "01B": { a: ViewChannel, d: 0 } } }),
    );
    expect(server.withMembers(2)).toBe(server.withMembers(2));
    expect(server.withMembers(3).approximate_member_count).toBe(3);
  });
});
