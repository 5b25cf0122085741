import Type, { type TSchema } from "typebox";
import {
  type ReadyContext,
  type ReadyFollowUp,
  type ReadyPart,
  type ReadySelection,
  readyFields,
  readySteps,
} from "../declare/ready.ts";
import type { ConnectionMessage } from "../protocol/connection-messages.ts";
import type { ViewState } from "../protocol/view-change.ts";
import type { Reader } from "../store/tx.ts";

/** A loaded Ready, and what its client can see. */
export interface ReadyData {
  readonly view: ViewState;
  /** The packet, with presence as it is at the moment of the call. */
  render(): object;
  /** The packets that follow Ready, as they are at the moment of the call. */
  followUps(): readonly ReadyFollowUp[];
}

export interface ReadyRequest {
  readonly userId: string;
  readonly bot: boolean;
  readonly selection: ReadySelection;
}

/** Lets a test hold the handshake up between its steps. */
export type BetweenSteps = (step: string) => Promise<void>;

/** Runs the parts of Ready, step by step, in the snapshot of `db`. */
export async function loadReady(
  db: Reader,
  request: ReadyRequest,
  { parts, between }: { parts: readonly ReadyPart[]; between: BetweenSteps },
): Promise<ReadyData> {
  const loaded = new Map<ReadyPart, unknown>();
  let view = initialView(request);
  const context: ReadyContext = {
    ...request,
    services: db.services,
    get view() {
      return view;
    },
    get<Loaded>(part: ReadyPart<Loaded>) {
      if (!loaded.has(part)) throw new Error(`Ready has not loaded "${part.step}" yet`);
      return loaded.get(part) as Loaded;
    },
  };
  for (const step of readySteps) {
    for (const part of parts.filter((candidate) => candidate.step === step)) {
      const result = await part.load(db, context);
      loaded.set(part, result);
      view = { ...view, ...part.view?.(result, context) };
    }
    await between(step);
  }
  return {
    view,
    render: () => renderFields(parts, context),
    followUps: () => parts.flatMap((part) => part.followUp?.(context.get(part), context) ?? []),
  };
}

function initialView({ userId, bot }: ReadyRequest): ViewState {
  return {
    userId,
    bot,
    privileged: false,
    invisible: false,
    relations: new Map(),
    conversations: [],
    servers: [],
  };
}

function renderFields(parts: readonly ReadyPart[], context: ReadyContext): object {
  const { fields } = context.selection;
  const rendered = parts
    .filter((part) => readyFields.some((field) => part.fields[field] && fields.has(field)))
    .map((part) => part.render?.(context.get(part), context));
  const all: Record<string, unknown> = Object.assign({}, ...rendered);
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
    payload: Type.Object(
      Object.fromEntries(
        readyFields.map((field) => {
          const schema = schemas[field];
          if (!schema) throw new Error(`no part fills "${field}" of Ready`);
          return [field, Type.Optional(schema)];
        }),
      ),
    ),
  };
}
