const prefix = "pending:";

/** The key of the row of a message that has no id yet. */
export const pendingKey = (nonce: string): string => prefix + nonce;
export const isPendingKey = (key: string): boolean => key.startsWith(prefix);
export const nonceOf = (key: string): string => key.slice(prefix.length);
