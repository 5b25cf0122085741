import Type from "typebox";
import { readyPart } from "../../declare/ready.ts";
import { Member, memberView, memberVisibilityData, Server } from "../members/index.ts";
import { Channel } from "./model.ts";
import { conversationsReady } from "./ready.ts";
import { listServersWithMembership } from "./store/servers-of-user.ts";

/** The caller's servers, with the channels that the caller can view. */
export const serversReady = readyPart({
  step: "servers",
  fields: {
    servers: Type.Array(Server),
    channels: Type.Array(Channel, { description: "Those that one can view." }),
    members: Type.Array(Member, { description: "Oneself in each server, and who is in a call there." }),
  },
  async load(db, { userId, task }) {
    const servers = await listServersWithMembership(db, userId, task);
    const visible = servers.map(({ channels, member }) => channels.visibleTo(member));
    return { servers, channels: visible.flat() };
  },
  view: ({ servers }) => ({
    servers: servers.map(({ channels: { visibility }, member }) => ({
      visibility,
      member: memberVisibilityData(member),
    })),
  }),
  render: ({ servers, channels }, { get }) => ({
    servers: servers.map(({ server }) => server),
    channels: [...get(conversationsReady), ...channels],
    members: servers.map(({ member }) => memberView(member)),
  }),
});
