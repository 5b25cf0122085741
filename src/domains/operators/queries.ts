import { domainQuery } from "../../declare/domain-query.ts";
import type { Reader } from "../../declare/tx.ts";

/** Counts of what a domain stores, by name, such as `messages`. */
export const Statistics = domainQuery<Record<never, never>, Readonly<Record<string, number>>>("Statistics");

/** What a deletion is about: a user, or a server. */
export type DeletionTarget = { readonly userId: string } | { readonly serverId: string };

/** Something that is deleted with a user or a server. */
export interface DeletedItem {
  /** In the plural, such as `servers`. */
  readonly what: string;
  readonly count: number;
  /** Of things that an operator knows by name. */
  readonly names?: readonly string[];
}

/** What is deleted with a user or a server. Cheap enough for a transaction: it does not count messages. */
export const DeletedWith = domainQuery<DeletionTarget, readonly DeletedItem[]>("DeletedWith");

/** One file in the archive of what belongs to a person. */
export interface PersonalData {
  /** The path in the archive, such as `messages.json`. */
  readonly name: string;
  /** Rows, which become a list of JSON, or bytes. Read while the archive is written. */
  readonly rows?: AsyncIterable<unknown>;
  readonly content?: ReadableStream<Uint8Array>;
}

export interface PersonalDataRequest {
  /** The id of the account and of its user. */
  readonly userId: string;
  /** For what is read after the query has returned. */
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
}

/** What belongs to a person, without secrets. */
export const PersonalDataOf = domainQuery<PersonalDataRequest, AsyncIterable<PersonalData>>("PersonalDataOf");
