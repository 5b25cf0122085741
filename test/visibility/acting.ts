import { bitsetOf } from "../../src/permissions/bits.ts";
import { union, without } from "../../src/permissions/bitset.ts";
import { newServerDefault } from "../../src/permissions/defaults.ts";
import type { Answer } from "../support/client.ts";
import type { Person } from "../support/people.ts";
import type { Resident } from "./resident.ts";
import type { Step } from "./steps.ts";
import type { Place } from "./survey.ts";
import { pick, type World } from "./world.ts";

export interface Acting {
  readonly world: World;
  readonly step: Step;
  /** Who does it, the owner or anybody. */
  readonly by: Person;
  readonly who: Resident;
  readonly whom: Resident;
  readonly place: Place | undefined;
}

const [view, send, powers] = [
  bitsetOf("ViewChannel"),
  bitsetOf("SendMessage"),
  bitsetOf("ManageChannel", "ManagePermissions", "ManageRole", "AssignRoles", "KickMembers", "InviteOthers"),
];
/** Of the view, what a layer says most often: nothing, yes, or no. */
const overrides = [
  { allow: 0, deny: 0 },
  { allow: view, deny: 0 },
  { allow: 0, deny: view },
  { allow: view, deny: send },
  { allow: union(view, powers), deny: 0 },
  { allow: send, deny: view },
  { allow: view, deny: view },
];
export const defaults = [
  newServerDefault,
  without(newServerDefault, view),
  view,
  union(newServerDefault, powers),
  0,
];
export const mostPlaces = 3;
export const mostChannels = 5;
export const mostRoles = 3;

/** Whatever does not have to succeed, but must not break. */
export async function tried(answer: Promise<Answer>): Promise<Answer> {
  const { status, body, headers } = await answer;
  if (status >= 500 || body?.type === "FailedValidation")
    throw new Error(`answered ${status} ${JSON.stringify(body)}`);
  return { status, body, headers };
}

type Method = "post" | "put" | "patch" | "delete";
type Request = readonly [path: string, body?: object];

export function call({ world, by }: Acting, method: Method, [path, body = {}]: Request): Promise<Answer> {
  return tried(world.server.client[method](path, body, { token: by.token }));
}

/** A call about a server, if there is one. */
export const inPlace =
  (
    method: Method,
    path: (acting: Acting) => string,
    body: (acting: Acting, place: Place) => object = () => ({}),
  ) =>
  async (acting: Acting) => {
    const { place } = acting;
    if (place) await call(acting, method, [`/servers/${place.id}${path(acting)}`, body(acting, place)]);
  };

/** A call about a channel, if there is one. */
export const inChannel =
  (
    method: Method,
    path: (acting: Acting) => string | undefined,
    body: (acting: Acting) => object = () => ({}),
  ) =>
  async (acting: Acting) => {
    const channel = channelOf(acting);
    const below = path(acting);
    if (channel && below !== undefined)
      await call(acting, method, [`/channels/${channel}${below}`, body(acting)]);
  };

export const channelOf = ({ place, step }: Acting): string | undefined =>
  pick(place?.channels ?? [], step.channel)?._id;
export const roleOf = ({ place, step }: Acting): string | undefined =>
  pick(place?.roles ?? [], step.role)?.id;

/** The path of a role, or of one that there is not. */
export const ofRole = (acting: Acting) => `/roles/${roleOf(acting) ?? "none"}`;
export const ofMember = ({ whom }: Acting) => `/members/${whom.id}`;
export const ofBan = ({ whom }: Acting) => `/bans/${whom.id}`;
export const override = ({ step }: Acting) => ({ permissions: pick(overrides, step.number) });
export const changing = (what: string, { step }: Acting) => `${what} ${step.number}`;

/** The roles that a number stands for, one bit for each. */
export const someRoles = ({ step }: Acting, { roles }: Place) =>
  roles.filter((_, index) => Math.floor(step.number / 2 ** index) % 2 === 1).map(({ id }) => id);

/** The roles upside down, or with the highest put last. */
export const reordered = ({ step }: Acting, { roles }: Place) => {
  const ids = roles.toSorted((a, b) => a.rank - b.rank).map(({ id }) => id);
  return { ranks: step.number % 2 === 0 ? ids.toReversed() : [...ids.slice(1), ...ids.slice(0, 1)] };
};

/** Lets somebody in by an invite that the owner makes. */
export async function invite({ server: { client } }: World, place: Place, whom: Person): Promise<void> {
  const channel = place.channels[0]?._id;
  if (channel === undefined) return;
  const { status, body } = await tried(client.post(`/channels/${channel}/invites`, {}, place.owner));
  if (status === 200) await tried(client.post(`/invites/${body._id}`, {}, whom));
}
