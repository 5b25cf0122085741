import { newPicture, putEmoji } from "../support/emojis.ts";
import { newTicket } from "../support/people.ts";
import { runCommand } from "../support/run-command.ts";
import { hours, minutes, seconds } from "../support/test-clock.ts";
import {
  type Acting,
  call,
  changing,
  channelOf,
  defaults,
  inChannel,
  inPlace,
  invite,
  mostChannels,
  mostPlaces,
  mostRoles,
  ofBan,
  ofMember,
  ofRole,
  override,
  reordered,
  roleOf,
  someRoles,
  tried,
} from "./acting.ts";
import { pick } from "./world.ts";

interface Deed {
  readonly weight: number;
  run(acting: Acting): Promise<unknown>;
}

export const deeds = {
  "founds a server": {
    weight: 1,
    async run({ world, who, ...acting }) {
      if (world.places.length >= mostPlaces) return;
      const founding = { world, who, ...acting, by: who };
      const { body } = await call(founding, "post", ["/servers/create", { name: "Place" }]);
      world.addPlace(body.server._id);
    },
  },
  "deletes the server": {
    weight: 1,
    run: inPlace("delete", () => ""),
  },
  "renames the server": {
    weight: 1,
    run: inPlace(
      "patch",
      () => "",
      (acting) => ({ name: changing("Place", acting) }),
    ),
  },
  "has news told": {
    weight: 2,
    run: inPlace(
      "patch",
      () => "",
      (acting) => {
        const channel = channelOf(acting);
        const kinds = ["user_joined", "user_left", "user_kicked", "user_banned"];
        return channel ? { system_messages: Object.fromEntries(kinds.map((kind) => [kind, channel])) } : {};
      },
    ),
  },
  "gives the server away": {
    weight: 3,
    async run({ world, by, whom, place }) {
      if (!place) return;
      const ticket = await newTicket(world.server, by);
      const body = { owner: whom.id };
      await tried(world.server.client.patch(`/servers/${place.id}`, body, { token: by.token, ticket }));
    },
  },
  "creates a channel": {
    weight: 3,
    async run(acting) {
      if ((acting.place?.channels.length ?? 0) < mostChannels)
        await inPlace(
          "post",
          () => "/channels",
          () => ({ name: "channel" }),
        )(acting);
    },
  },
  "deletes a channel": { weight: 2, run: inChannel("delete", () => "") },
  "renames a channel": {
    weight: 3,
    run: inChannel(
      "patch",
      () => "",
      (acting) => ({ name: changing("channel", acting) }),
    ),
  },
  "clears a channel's default": {
    weight: 2,
    run: inChannel(
      "patch",
      () => "",
      () => ({ remove: ["DefaultPermissions"] }),
    ),
  },
  "sets a channel's default": { weight: 6, run: inChannel("put", () => "/permissions/default", override) },
  "sets a role's part in a channel": {
    weight: 8,
    run: inChannel(
      "put",
      (acting) => {
        const role = roleOf(acting);
        return role && `/permissions/${role}`;
      },
      override,
    ),
  },
  "sets the server's default": {
    weight: 4,
    run: inPlace(
      "put",
      () => "/permissions/default",
      ({ step }) => ({
        permissions: pick(defaults, step.number),
      }),
    ),
  },
  "creates a role": {
    weight: 3,
    async run(acting) {
      if ((acting.place?.roles.length ?? 0) < mostRoles)
        await inPlace(
          "post",
          () => "/roles",
          () => ({ name: "role" }),
        )(acting);
    },
  },
  "renames a role": {
    weight: 1,
    run: inPlace("patch", ofRole, (acting) => ({ name: changing("role", acting) })),
  },
  "deletes a role": { weight: 3, run: inPlace("delete", ofRole) },
  "sets what a role allows": {
    weight: 6,
    run: inPlace("put", (acting) => `/permissions/${roleOf(acting) ?? "none"}`, override),
  },
  "puts roles in order": { weight: 4, run: inPlace("patch", () => "/roles/ranks", reordered) },
  "gives roles": {
    weight: 10,
    run: inPlace("patch", ofMember, (acting, place) => ({ roles: someRoles(acting, place) })),
  },
  "takes all roles": { weight: 2, run: inPlace("patch", ofMember, () => ({ remove: ["Roles"] })) },
  "times out": {
    weight: 2,
    run: inPlace("patch", ofMember, ({ world }) => ({
      timeout: new Date(world.server.clock.now() + hours(1)).toISOString(),
    })),
  },
  "ends a timeout": { weight: 1, run: inPlace("patch", ofMember, () => ({ remove: ["Timeout"] })) },
  "gives a nickname": {
    weight: 1,
    run: inPlace("patch", ofMember, (acting) => ({ nickname: changing("Nick", acting) })),
  },
  "says something": {
    weight: 6,
    async run(acting) {
      const says = inChannel(
        "post",
        () => "/messages",
        ({ whom }) => ({ content: `<@${whom.id}>` }),
      );
      await says({ ...acting, by: acting.who });
    },
  },
  invites: {
    weight: 10,
    run: async ({ world, whom, place }) => void (place && (await invite(world, place, whom))),
  },
  leaves: {
    weight: 3,
    async run(acting) {
      const { whom, place } = acting;
      if (whom.id !== place?.owner.id) await inPlace("delete", () => "")({ ...acting, by: whom });
    },
  },
  kicks: { weight: 2, run: inPlace("delete", ofMember) },
  bans: { weight: 2, run: inPlace("put", ofBan) },
  unbans: { weight: 4, run: inPlace("delete", ofBan) },
  "adds an emoji": {
    weight: 1,
    async run({ world: { server }, place, by }) {
      if (!place) return;
      const id = await newPicture(server, by);
      await tried(putEmoji(server, by, { id, name: "otter", parent: { type: "Server", id: place.id } }));
    },
  },
  "deletes an emoji": {
    weight: 1,
    async run(acting) {
      const emoji = pick(acting.place?.emojis ?? [], acting.step.role);
      if (emoji !== undefined) await call(acting, "delete", [`/custom/emoji/${emoji}`]);
    },
  },
  promotes: {
    weight: 2,
    run: ({ world, whom }) => runCommand(world.server, "users", "promote", whom.id),
  },
  demotes: {
    weight: 4,
    run: ({ world, whom }) => runCommand(world.server, "users", "demote", whom.id),
  },
  connects: { weight: 6, run: ({ whom }) => whom.connect() },
  disconnects: { weight: 4, run: ({ whom }) => whom.disconnect() },
  "passes time": {
    weight: 3,
    async run({ world: { server }, step }) {
      server.clock.advance(step.number % 3 === 0 ? minutes(40) : seconds(10));
      server.running.gateway.tick();
    },
  },
} satisfies Record<string, Deed>;

export type DeedName = keyof typeof deeds;
