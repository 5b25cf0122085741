import type { Samples } from "../../compat/sample.ts";
import { drawPng } from "../../support/files/stored-file.ts";
import { uploadFile } from "../../support/http/multipart.ts";
import type { TestServer } from "../../support/server/server.ts";
import { newModeratedServer } from "../../support/servers/member-calls.ts";
import { roleCalls } from "../../support/servers/role-calls.ts";

async function begin(server: TestServer) {
  const place = await newModeratedServer(server);
  return { ...place, ...roleCalls(server, place) };
}

/** A role with all fields set. */
async function beginDecorated(server: TestServer) {
  const place = await begin(server);
  const icon = await uploadFile(server, place.owner, { tag: "icons", content: await drawPng(4, 4) });
  const decoration = { name: "Crew", colour: "#ff7f50", hoist: true, rank: 0, icon };
  const edited = await place.edit(place.owner, place.memberRole, decoration);
  return { ...place, edited };
}

export const samples: Samples = {
  "POST /servers/{target}/roles": async ({ server }) => {
    const { owner, create } = await begin(server);
    return [await create(owner), await create(owner, { name: "Crew", rank: 0 })];
  },
  "GET /servers/{target}/roles/{role_id}": async ({ server }) => {
    const { owner, fetch, memberRole, moderatorRole } = await beginDecorated(server);
    return [await fetch(owner, memberRole), await fetch(owner, moderatorRole)];
  },
  "PATCH /servers/{target}/roles/{role_id}": async ({ server }) => {
    const { owner, edit, edited, memberRole } = await beginDecorated(server);
    return [
      edited,
      await edit(owner, memberRole, {}),
      await edit(owner, memberRole, { hoist: false, remove: ["Colour", "Icon"] }),
    ];
  },
  "DELETE /servers/{target}/roles/{role_id}": async ({ server }) => {
    const { owner, remove, memberRole } = await beginDecorated(server);
    return [await remove(owner, memberRole)];
  },
  "PATCH /servers/{target}/roles/ranks": async ({ server }) => {
    const { owner, reorder, memberRole, moderatorRole } = await beginDecorated(server);
    const [one, two] = [
      [memberRole, moderatorRole],
      [moderatorRole, memberRole],
    ];
    return [await reorder(owner, one), await reorder(owner, two), await reorder(owner, two)];
  },
  "PUT /servers/{target}/permissions/{role_id}": async ({ server }) => {
    const { owner, allow, memberRole } = await beginDecorated(server);
    return [await allow(owner, memberRole, [2 ** 40, 1]), await allow(owner, memberRole, [2 ** 40, 1])];
  },
  "PUT /servers/{target}/permissions/default": async ({ server }) => {
    const { owner, allowAll } = await begin(server);
    return [await allowAll(owner, 2 ** 40), await allowAll(owner, 0)];
  },
};
