import Type, { type TSchema } from "typebox";
import {
  type ReadyContext,
  type ReadyField,
  type ReadyFollowUp,
  type ReadyPart,
  type ReadySelection,
  readyFields,
  readySteps,
} from "../declare/ready.ts";
import type { Reader } from "../declare/tx.ts";
import type { SlicedTask } from "../platform/concurrency/cooperative-scheduler.ts";
import { memoizeByObject } from "../platform/memoize/memoize-by-object.ts";
import { type ConnectionMessage, position } from "../protocol/connection-messages.ts";
import type { ViewState } from "../visibility/view-change.ts";
import type { Codec, Packet } from "./codec.ts";

/** A Ready that can be sent, and what its client can see. */
export interface ReadyData {
  readonly view: ViewState;
  readonly packet: Packet;
  /** The packets that follow Ready, as they are at the moment of the call. */
  followUps(): readonly ReadyFollowUp[];
}

export interface ReadyRequest {
  readonly userId: string;
  readonly bot: boolean;
  readonly selection: ReadySelection;
  readonly codec: Codec;
}

/** What the parts of Ready have loaded from one snapshot. */
interface LoadedReady {
  readonly view: ViewState;
  /** Encodes Ready with presence as it is by then; changes of presence from then on must follow as events. */
  encode(): Promise<ReadyData>;
}

/** Lets a test hold the handshake up between its steps. */
export type BetweenSteps = (step: string) => Promise<void>;

/** Runs the parts of Ready, step by step, in the snapshot of `db`. */
export async function loadReady(
  db: Reader,
  request: ReadyRequest,
  {
    parts,
    between,
    task,
  }: { parts: readonly ReadyPart[]; between: BetweenSteps | undefined; task: SlicedTask },
): Promise<LoadedReady> {
  const loaded = new Map<ReadyPart, unknown>();
  let view = initialView(request);
  const context: ReadyContext = {
    ...request,
    services: db.services,
    task,
    get view() {
      return view;
    },
    get<Loaded>(part: ReadyPart<Loaded>) {
      if (!loaded.has(part)) throw new Error(`Ready has not loaded "${part.step}" yet`);
      return loaded.get(part) as Loaded;
    },
  };
  for (const [step, partsOfStep] of partsByStep(parts)) {
    for (const part of partsOfStep) {
      const result = await part.load(db, context);
      loaded.set(part, result);
      if (part.view) view = { ...view, ...part.view(result, context) };
      const pause = context.task.pause();
      if (pause) await pause;
    }
    if (between) await between(step);
  }
  const followUps = () => parts.flatMap((part) => part.followUp?.(context.get(part), context) ?? []);
  const encode = async () => ({
    view,
    packet: await encodeInSlices(request.codec, renderFields(parts, context), context.task),
    followUps,
  });
  return { view, encode };
}

const partsByStep = memoizeByObject((parts: readonly ReadyPart[]) =>
  readySteps.map((step) => [step, parts.filter((part) => part.step === step)] as const),
);

async function encodeInSlices(codec: Codec, fields: object, task: SlicedTask): Promise<Packet> {
  const steps = codec.encodeInSteps("Ready", fields);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const pause = task.pause();
    if (pause) await pause;
  }
}

function initialView({ userId, bot }: ReadyRequest): ViewState {
  return {
    userId,
    bot,
    invisible: false,
    relations: new Map(),
    conversations: [],
    servers: [],
  };
}

function renderFields(parts: readonly ReadyPart[], context: ReadyContext): object {
  const { fields } = context.selection;
  const all: Record<string, unknown> = {};
  for (const part of parts)
    if (part.render && Object.keys(part.fields).some((field) => fields.has(field as ReadyField)))
      Object.assign(all, part.render(context.get(part), context));
  for (const part of parts)
    if (part.extend)
      for (const [field, entries] of Object.entries(part.extend(context.get(part), context)))
        all[field] = [...entries, ...((all[field] ?? []) as unknown[])];
  return Object.fromEntries(
    readyFields.filter((field) => fields.has(field)).map((field) => [field, all[field]]),
  );
}

/** Describes Ready with the fields that these parts fill. A field that was not requested is absent. */
export function describeReady(parts: readonly ReadyPart[]): ConnectionMessage {
  const schemas: Record<string, TSchema> = Object.assign({}, ...parts.map(({ fields }) => fields));
  return {
    name: "Ready",
    doc: "Everything that a client needs to begin; every later event builds on it.",
    payload: Type.Object({
      ...Object.fromEntries(
        readyFields.map((field) => {
          const schema = schemas[field];
          if (!schema) throw new Error(`no part fills "${field}" of Ready`);
          return [field, Type.Optional(schema)];
        }),
      ),
      position,
    }),
  };
}
