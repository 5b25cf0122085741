import { expect, test } from "bun:test";
import { channelPermission, inherited, seeAs, serverPermission } from "./permission-layers.ts";
import { permissionBits as bits, noOverride } from "./permissions.ts";

const view = bits.ViewChannel | bits.SendMessage | bits.ReadMessageHistory;
const roles = (...ids: string[]) => new Set(ids);

test("layers are applied in sequence: default, roles, channel, roles in the channel", () => {
  const server = {
    defaults: view,
    roles: [{ id: "a", rank: 0, allow: bits.UploadFiles | bits.React, deny: bits.ReadMessageHistory }],
  };
  const channel = {
    id: "c",
    everyone: { allow: 0n, deny: bits.SendMessage },
    roles: { a: { allow: 0n, deny: bits.React } },
  };
  expect(channelPermission(server, channel, roles("a"))).toBe(bits.ViewChannel | bits.UploadFiles);
  expect(channelPermission(server, channel, roles())).toBe(bits.ViewChannel | bits.ReadMessageHistory);
});

test("the highest role has the last word", () => {
  const high = { id: "high", rank: 0, allow: bits.React, deny: 0n };
  const low = { id: "low", rank: 1, allow: 0n, deny: bits.React };
  const held = roles("high", "low");
  expect(serverPermission({ defaults: 0n, roles: [high, low] }, held)).toBe(bits.React);
  const swapped = [
    { ...high, rank: 1 },
    { ...low, rank: 0 },
  ];
  expect(serverPermission({ defaults: 0n, roles: swapped }, held)).toBe(0n);
});

test("a role that is not held, or does not exist any more, changes nothing", () => {
  const server = { defaults: view, roles: [{ id: "a", rank: 0, allow: 0n, deny: view }] };
  const channel = { id: "c", roles: { gone: { allow: 0n, deny: view } } };
  expect(channelPermission(server, channel, roles("gone"))).toBe(view);
});

test("channels that a member may not see are left out, and others come with what one may do there", () => {
  const server = { defaults: view, roles: [{ id: "staff", rank: 0, ...noOverride }] };
  const secret = {
    id: "secret",
    everyone: { allow: 0n, deny: bits.ViewChannel },
    roles: { staff: { allow: bits.ViewChannel, deny: 0n } },
  };
  const open = { id: "open", roles: {} };
  expect([...seeAs(server, [secret, open], roles()).keys()]).toEqual(["open"]);
  expect(seeAs(server, [secret, open], roles("staff")).get("secret")).toBe(view);
});

test("where a layer says nothing, the layers below it hold", () => {
  const server = { defaults: view, roles: [{ id: "a", rank: 0, allow: bits.React, deny: 0n }] };
  const channel = { id: "c", everyone: { allow: 0n, deny: bits.SendMessage }, roles: {} };
  expect(inherited(server, { roleId: "a" })).toBe(view);
  expect(inherited(server, { channel })).toBe(view);
  expect(inherited(server, { channel, roleId: "a" })).toBe((view | bits.React) & ~bits.SendMessage);
});
