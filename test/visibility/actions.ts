import { newTicket } from "../support/accounts/people.ts";
import { newPicture, putEmoji } from "../support/files/emojis.ts";
import { makeConfirmed } from "../support/operators/operators.ts";
import { runCommand } from "../support/server/run-command.ts";
import { hours, minutes, seconds } from "../support/server/test-clock.ts";
import { arriveByMove, enterCall, exitCall } from "../support/voice/calls.ts";
import {
  type ActionContext,
  attempt,
  call,
  channelOf,
  defaults,
  inChannel,
  inPlace,
  invite,
  maxChannels,
  maxPlaces,
  maxRoles,
  newName,
  ofBan,
  ofMember,
  ofRole,
  override,
  reordered,
  roleOf,
  someRoles,
} from "./action-context.ts";
import { pick } from "./world.ts";

interface Action {
  readonly weight: number;
  run(context: ActionContext): Promise<unknown>;
}

export const actions = {
  "creates a server": {
    weight: 1,
    async run({ world, who, ...context }) {
      if (world.places.length >= maxPlaces) return;
      const creation = { world, who, ...context, by: who };
      const { body } = await call(creation, "post", ["/servers/create", { name: "Place" }]);
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
      (context) => ({ name: newName("Place", context) }),
    ),
  },
  "sets system message channels": {
    weight: 2,
    run: inPlace(
      "patch",
      () => "",
      (context) => {
        const channel = channelOf(context);
        const kinds = ["user_joined", "user_left", "user_kicked", "user_banned"];
        return channel ? { system_messages: Object.fromEntries(kinds.map((kind) => [kind, channel])) } : {};
      },
    ),
  },
  "transfers the server": {
    weight: 3,
    async run({ world, by, whom, place }) {
      if (!place) return;
      const ticket = await newTicket(world.server, by);
      const body = { owner: whom.id };
      await attempt(world.server.client.patch(`/servers/${place.id}`, body, { token: by.token, ticket }));
    },
  },
  "creates a channel": {
    weight: 3,
    async run(context) {
      if ((context.place?.channels.length ?? 0) < maxChannels)
        await inPlace(
          "post",
          () => "/channels",
          () => ({ name: "channel" }),
        )(context);
    },
  },
  "deletes a channel": { weight: 2, run: inChannel("delete", () => "") },
  "renames a channel": {
    weight: 3,
    run: inChannel(
      "patch",
      () => "",
      (context) => ({ name: newName("channel", context) }),
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
  "sets a role override in a channel": {
    weight: 8,
    run: inChannel(
      "put",
      (context) => {
        const role = roleOf(context);
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
    async run(context) {
      if ((context.place?.roles.length ?? 0) < maxRoles)
        await inPlace(
          "post",
          () => "/roles",
          () => ({ name: "role" }),
        )(context);
    },
  },
  "renames a role": {
    weight: 1,
    run: inPlace("patch", ofRole, (context) => ({ name: newName("role", context) })),
  },
  "deletes a role": { weight: 3, run: inPlace("delete", ofRole) },
  "sets what a role allows": {
    weight: 6,
    run: inPlace("put", (context) => `/permissions/${roleOf(context) ?? "none"}`, override),
  },
  "reorders roles": { weight: 4, run: inPlace("patch", () => "/roles/ranks", reordered) },
  "gives roles": {
    weight: 10,
    run: inPlace("patch", ofMember, (context, place) => ({ roles: someRoles(context, place) })),
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
    run: inPlace("patch", ofMember, (context) => ({ nickname: newName("Nick", context) })),
  },
  "sends a message": {
    weight: 6,
    async run(context) {
      const send = inChannel(
        "post",
        () => "/messages",
        ({ whom }) => ({ content: `<@${whom.id}>` }),
      );
      await send({ ...context, by: context.who });
    },
  },
  "joins a call": {
    weight: 6,
    async run(context) {
      const channel = channelOf(context);
      if (channel) await enterCall(context.world.server, channel, context.whom);
    },
  },
  "leaves a call": {
    weight: 3,
    async run(context) {
      const channel = channelOf(context);
      if (channel) await exitCall(context.world.server, channel, context.whom);
    },
  },
  "is moved to another call": {
    weight: 3,
    async run(context) {
      const to = channelOf(context);
      const [from] = [...context.world.calls].find(([, users]) => users.includes(context.whom.id)) ?? [];
      if (to && from && to !== from)
        await arriveByMove(context.world.server, { from, to, user: context.whom });
    },
  },
  invites: {
    weight: 10,
    run: async ({ world, whom, place }) => void (place && (await invite(world, place, whom))),
  },
  leaves: {
    weight: 3,
    async run(context) {
      const { whom, place } = context;
      if (whom.id !== place?.owner.id) await inPlace("delete", () => "")({ ...context, by: whom });
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
      await attempt(putEmoji(server, by, { id, name: "otter", parent: { type: "Server", id: place.id } }));
    },
  },
  "deletes an emoji": {
    weight: 1,
    async run(context) {
      const emoji = pick(context.place?.emojis ?? [], context.step.role);
      if (emoji !== undefined) await call(context, "delete", [`/custom/emoji/${emoji}`]);
    },
  },
  promotes: {
    weight: 2,
    run: ({ world, whom }) => makeConfirmed(world.server, whom),
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
      server.tick();
    },
  },
} satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;
