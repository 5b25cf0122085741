import type { Static, TSchema } from "typebox";
import type { ViewState } from "../visibility/view-change.ts";
import type { Services } from "./services.ts";
import type { Reader } from "./tx.ts";

/** Every field of Ready, in the order in which the packet holds them. */
export const readyFields = [
  "users",
  "servers",
  "channels",
  "members",
  "emojis",
  "voice_states",
  "user_settings",
  "channel_unreads",
  "policy_changes",
] as const;
export type ReadyField = (typeof readyFields)[number];

/** What a client wants Ready to hold. */
export interface ReadySelection {
  readonly fields: ReadonlySet<ReadyField>;
  readonly settings: "all" | readonly string[];
}

/** The steps in which Ready is loaded, in this order. A part sees what the parts of earlier steps found. */
export const readySteps = [
  "user",
  "relations",
  "channels",
  "users",
  "servers",
  "settings",
  "unreads",
  "policies",
  "emojis",
  "voice",
  "slowmodes",
] as const;
type ReadyStep = (typeof readySteps)[number];

/** What a part knows besides its own result. */
export interface ReadyContext {
  readonly userId: string;
  readonly bot: boolean;
  readonly selection: ReadySelection;
  readonly services: Services;
  /** Parts with much work pause as part of this task. */
  readonly task: ReturnType<Services["scheduler"]["start"]>;
  /** What the caller can see, as far as earlier steps have found out. */
  readonly view: ViewState;
  /** Returns what a part of an earlier step has loaded. */
  get<Loaded>(part: ReadyPart<Loaded>): Loaded;
}

/** A packet that follows Ready. */
export interface ReadyFollowUp {
  readonly name: string;
  readonly payload: object;
}

/** What a domain adds to Ready, and to the view from which a connection starts. */
export interface ReadyPart<Loaded = unknown> {
  readonly step: ReadyStep;
  /** The fields that this part alone fills. */
  readonly fields: { readonly [Field in ReadyField]?: TSchema };
  /** Reads from the one snapshot that all parts share. */
  load(db: Reader, context: ReadyContext): Promise<Loaded> | Loaded;
  /** What the part adds to the caller's view. */
  view?(loaded: Loaded, context: ReadyContext): Partial<ViewState>;
  /** Fills the fields, after everything is loaded. */
  render?(loaded: Loaded, context: ReadyContext): { readonly [Field in ReadyField]?: unknown };
  /** Entries for fields that other parts fill with lists, in front of theirs; at the same moment as `render`. */
  extend?(loaded: Loaded, context: ReadyContext): { readonly [Field in ReadyField]?: readonly unknown[] };
  /** A packet to be sent right after Ready. */
  followUp?(loaded: Loaded, context: ReadyContext): ReadyFollowUp | undefined;
}

/** Declares a part that fills fields of Ready. */
export function readyPart<Loaded, Fields extends { readonly [Field in ReadyField]?: TSchema }>(
  spec: Omit<ReadyPart<Loaded>, "fields" | "render"> & {
    readonly fields: Fields;
    render(
      loaded: Loaded,
      context: ReadyContext,
    ): { readonly [Field in keyof Fields]: Fields[Field] extends TSchema ? Static<Fields[Field]> : never };
  },
): ReadyPart<Loaded> {
  return spec;
}

/** Declares a part that fills no field: others need what it finds, or it has a packet to follow Ready. */
export function readyStep<Loaded>(spec: Omit<ReadyPart<Loaded>, "fields" | "render">): ReadyPart<Loaded> {
  return { ...spec, fields: {} };
}
