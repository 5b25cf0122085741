import { bitsetOf } from "../../src/permissions/bits.ts";
import { union, without } from "../../src/permissions/bitset.ts";
import { newServerDefault } from "../../src/permissions/defaults.ts";
import type { Person } from "../support/accounts/people.ts";
import type { ApiResponse } from "../support/http/client.ts";
import type { ServerState } from "./server-state.ts";
import type { Step } from "./steps.ts";
import type { TestUser } from "./test-user.ts";
import { pick, type World } from "./world.ts";

export interface ActionContext {
  readonly world: World;
  readonly step: Step;
  /** The user who acts: the owner of the server, or `who`. */
  readonly by: Person;
  readonly who: TestUser;
  readonly whom: TestUser;
  readonly place: ServerState | undefined;
}

const [view, send, powers] = [
  bitsetOf("ViewChannel"),
  bitsetOf("SendMessage"),
  bitsetOf("ManageChannel", "ManagePermissions", "ManageRole", "AssignRoles", "KickMembers", "InviteOthers"),
];
/** Mostly overrides of ViewChannel: neutral, allowed or denied. */
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
export const maxPlaces = 3;
export const maxChannels = 5;
export const maxRoles = 3;

/** Awaits a call that may be refused, but must not fail with an internal or validation error. */
export async function attempt(answer: Promise<ApiResponse>): Promise<ApiResponse> {
  const { status, body, headers } = await answer;
  if (status >= 500 || body?.type === "FailedValidation")
    throw new Error(`answered ${status} ${JSON.stringify(body)}`);
  return { status, body, headers };
}

type Method = "post" | "put" | "patch" | "delete";
type Request = readonly [path: string, body?: object];

export function call(
  { world, by }: ActionContext,
  method: Method,
  [path, body = {}]: Request,
): Promise<ApiResponse> {
  return attempt(world.server.client[method](path, body, { token: by.token }));
}

/** A call about the server of the step, if there is one. */
export const inPlace =
  (
    method: Method,
    path: (context: ActionContext) => string,
    body: (context: ActionContext, place: ServerState) => object = () => ({}),
  ) =>
  async (context: ActionContext) => {
    const { place } = context;
    if (place) await call(context, method, [`/servers/${place.id}${path(context)}`, body(context, place)]);
  };

/** A call about the channel of the step, if there is one. */
export const inChannel =
  (
    method: Method,
    path: (context: ActionContext) => string | undefined,
    body: (context: ActionContext) => object = () => ({}),
  ) =>
  async (context: ActionContext) => {
    const channel = channelOf(context);
    const below = path(context);
    if (channel && below !== undefined)
      await call(context, method, [`/channels/${channel}${below}`, body(context)]);
  };

export const channelOf = ({ place, step }: ActionContext): string | undefined =>
  pick(place?.channels ?? [], step.channel)?._id;
export const roleOf = ({ place, step }: ActionContext): string | undefined =>
  pick(place?.roles ?? [], step.role)?.id;

/** The path of the role of the step, or of an unknown role. */
export const ofRole = (context: ActionContext) => `/roles/${roleOf(context) ?? "none"}`;
export const ofMember = ({ whom }: ActionContext) => `/members/${whom.id}`;
export const ofBan = ({ whom }: ActionContext) => `/bans/${whom.id}`;
export const override = ({ step }: ActionContext) => ({ permissions: pick(overrides, step.number) });
export const newName = (what: string, { step }: ActionContext) => `${what} ${step.number}`;

/** The roles whose bits are set in the number of the step. */
export const someRoles = ({ step }: ActionContext, { roles }: ServerState) =>
  roles.filter((_, index) => Math.floor(step.number / 2 ** index) % 2 === 1).map(({ id }) => id);

/** The roles in reverse order, or with the highest moved to the end. */
export const reordered = ({ step }: ActionContext, { roles }: ServerState) => {
  const ids = roles.toSorted((a, b) => a.rank - b.rank).map(({ id }) => id);
  return { ranks: step.number % 2 === 0 ? ids.toReversed() : [...ids.slice(1), ...ids.slice(0, 1)] };
};

/** Adds a member by an invite of the owner. */
export async function invite({ server: { client } }: World, place: ServerState, whom: Person): Promise<void> {
  const channel = place.channels[0]?._id;
  if (channel === undefined) return;
  const { status, body } = await attempt(client.post(`/channels/${channel}/invites`, {}, place.owner));
  if (status === 200) await attempt(client.post(`/invites/${body._id}`, {}, whom));
}
