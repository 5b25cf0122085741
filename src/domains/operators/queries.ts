import { domainQuery } from "../../store/domain-query.ts";
import type { Reader } from "../../store/tx.ts";

/** Counts by what is counted, such as `messages`. */
export const Statistics = domainQuery<Record<never, never>, Readonly<Record<string, number>>>({
  name: "statistics",
  doc: "How much there is of what a domain stores.",
});

/** One file of the data of a person. */
export type PersonalData = {
  /** The path in the archive, such as `messages.json`. */
  readonly name: string;
} & (
  | {
      /** Rows, read in pages as the archive is written; they become one list of JSON. */
      readonly rows: AsyncIterable<unknown>;
    }
  | {
      /** Undefined if the content is missing. */
      readonly open: () => Promise<ReadableStream<Uint8Array> | undefined>;
    }
);

export interface PersonalDataRequest {
  /** The id of the account and of its user. */
  readonly userId: string;
  /** For what is read after the query has returned. */
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
}

export const PersonalDataOf = domainQuery<PersonalDataRequest, AsyncIterable<PersonalData>>({
  name: "personal data of",
  doc: "Everything that belongs to a person, without secrets.",
});
