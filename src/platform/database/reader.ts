import type { Answer, Question } from "../../declare/question.ts";
import type { Services } from "../../declare/services.ts";
import type { Reader } from "../../declare/tx.ts";
import { type Known, oneByOne, whenKnown } from "../when-known.ts";
import type { Queries } from "./port.ts";

export interface ReaderParts {
  readonly services: Services;
  readonly answers: ReadonlyMap<unknown, readonly Answer[]>;
}

export function readerOn(queries: Queries, { services, answers }: ReaderParts): Reader {
  const { dialect } = queries;
  const reader: Reader = {
    dialect,
    services,
    sql: () => queries.sql(),
    all: (query, ...values) => queries.find(query, values),
    one: (query, ...values) => firstOf(queries.find(query, values)),
    ask: (question, payload) => ask(reader, answers, question, payload),
  };
  return reader;
}

export function firstOf<R>(rows: Known<R[]>): Known<R | undefined> {
  return whenKnown(rows, ([first]) => first);
}

/** One after another: they may share a transaction. */
export function ask<P, R>(
  db: Reader,
  answers: ReaderParts["answers"],
  question: Question<P, R>,
  payload: P,
): Known<R[]> {
  const found: R[] = [];
  const asked = oneByOne(answers.get(question) ?? [], ({ find }) =>
    whenKnown(find(db, payload as never), (answer) => found.push(answer as R)),
  );
  return whenKnown(asked, () => found);
}
