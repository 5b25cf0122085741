import { beforeEach, expect, test } from "bun:test";
import type { Person } from "../../support/accounts/people.ts";
import { succeed } from "../../support/channels/channel-calls.ts";
import { isFileAlive, readFileState } from "../../support/files/file-state.ts";
import { drawPng } from "../../support/files/stored-file.ts";
import { expectFailure, outcome } from "../../support/http/expect-failure.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import { readAuditLog } from "../../support/operators/audit-log.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type Community, newCommunity, newMember } from "../../support/servers/communities.ts";
import { roleCalls } from "../../support/servers/role-calls.ts";
import { recordAnnouncements } from "../../support/stream/record-announcements.ts";

describeServer("icons of roles", anyEngine, (server) => {
  let community: Community;
  let roles: ReturnType<typeof roleCalls>;
  let role: string;
  beforeEach(async () => {
    community = await newCommunity(server);
    roles = roleCalls(server, community);
    role = (await succeed(roles.create(community.owner))).id;
  });

  const upload = async (by: Person = community.owner, tag = "icons") =>
    uploadFile(server, by, { tag, content: await drawPng(4, 4), filename: "icon.png", type: "image/png" });
  const set = (icon: string) => roles.edit(community.owner, role, { icon });
  /** The current state of an upload. */
  async function stateOf(id: string): Promise<string> {
    if (!(await isFileAlive(server, id))) return "released";
    const { used_as, used_by } = await readFileState(server, id);
    return used_by === null ? "free" : `${used_as} of ${used_by === role ? "the role" : used_by}`;
  }

  test("are claimed, and shown with the role", async () => {
    const id = await upload();
    await using announcements = await recordAnnouncements(server);
    const body = await succeed(set(id));
    expect(body.icon).toMatchObject({ _id: id, tag: "icons", filename: "icon.png" });
    expect(await stateOf(id)).toBe("RoleIcon of the role");
    expect(announcements.take()).toMatchObject([
      { name: "ServerRoleUpdate", payload: { role_id: role, data: { icon: body.icon }, clear: [] } },
    ]);
    expect((await readAuditLog(server, community)).at(-1)?.action).toEqual({
      type: "RoleEdit",
      role,
      before: {},
      after: { icon: body.icon },
    });
    expect(await succeed(roles.fetch(community.owner, role))).toEqual(body);
    expect((await fetch(`${server.url}/autumn/icons/${id}`)).status).toBe(200);
  });

  test("are released when they are replaced or removed", async () => {
    const [first, second, third] = [await upload(), await upload(), await upload()];
    const { icon: before } = await succeed(set(first));
    const { icon: after } = await succeed(set(second));
    expect([await stateOf(first), await stateOf(second)]).toEqual(["released", "RoleIcon of the role"]);
    expect((await readAuditLog(server, community)).at(-1)?.action).toMatchObject({
      before: { icon: before },
      after: { icon: after },
    });
    await using announcements = await recordAnnouncements(server);
    // A field that is emptied and set at once is set.
    const both = await succeed(roles.edit(community.owner, role, { icon: third, remove: ["Icon"] }));
    expect(both.icon._id).toBe(third);
    const none = await succeed(roles.edit(community.owner, role, { remove: ["Icon"] }));
    expect(none).not.toHaveProperty("icon");
    expect([await stateOf(second), await stateOf(third)]).toEqual(["released", "released"]);
    expect(announcements.take()).toMatchObject([
      { payload: { data: { icon: both.icon }, clear: [] } },
      { payload: { data: {}, clear: ["Icon"] } },
    ]);
  });

  test("stay when other fields are edited", async () => {
    const id = await upload();
    const { icon } = await succeed(set(id));
    const body = await succeed(roles.edit(community.owner, role, { name: "Crew", remove: ["Colour"] }));
    expect(body.icon).toEqual(icon);
    expect(await stateOf(id)).toBe("RoleIcon of the role");
  });

  test("are released with the role, and with the server", async () => {
    const [first, second] = [await upload(), await upload()];
    await succeed(set(first));
    await roles.remove(community.owner, role);
    expect(await stateOf(first)).toBe("released");
    role = (await succeed(roles.create(community.owner))).id;
    await succeed(set(second));
    await server.client.delete(`/servers/${community.id}`, {}, community.owner);
    expect(await stateOf(second)).toBe("released");
  });

  test("are unused uploads of the caller for this purpose", async () => {
    const [used, current] = [await upload(), await upload()];
    const other = await newMember(server, community);
    await succeed(set(used));
    await succeed(set(current));
    const [foreign, banner] = [await upload(other), await upload(community.owner, "banners")];
    await using announcements = await recordAnnouncements(server);
    for (const icon of [used, current, foreign, banner, "unknown", "__proto__", "i".repeat(128)])
      expectFailure(
        await roles.edit(community.owner, role, { icon, name: "New", remove: ["Icon"] }),
        404,
        "NotFound",
      );
    expect(announcements.take()).toEqual([]);
    expect([await stateOf(current), await stateOf(foreign), await stateOf(banner)]).toEqual([
      "RoleIcon of the role",
      "free",
      "free",
    ]);
    expect((await roles.fetch(community.owner, role)).body).toMatchObject({
      name: "Role",
      icon: { _id: current },
    });
  });

  test("one upload is claimed by one role", async () => {
    const second: string = (await succeed(roles.create(community.owner))).id;
    const icon = await upload();
    const responses = await Promise.all(
      [role, second].map((id) => roles.edit(community.owner, id, { icon })),
    );
    expect(responses.map(outcome).sort()).toEqual(["200", "404 NotFound"]);
  });
});
