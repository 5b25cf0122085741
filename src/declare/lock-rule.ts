/** A statement that changes rows. */
export interface WriteStatement {
  readonly kind: "insert" | "update" | "delete";
  readonly table: string;
  /** The columns that an insert or update sets. */
  readonly columns: readonly string[];
}

/** A row that every transaction must lock before it changes certain others. Tests check it at every statement. */
export interface LockRule {
  /** What is locked, for the error. */
  readonly name: string;
  /** Whether the statement takes the lock: any write to a row locks it until the transaction ends. */
  takesLock(statement: WriteStatement): boolean;
  needsLock(statement: WriteStatement): boolean;
}
