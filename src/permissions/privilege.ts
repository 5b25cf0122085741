/**
 * The rights of an operator in a unit of work. Only work for a session that has recently proved its second factor is
 * given them, and they apply only where ordinary rights do not suffice. All other work has ordinary rights.
 */
export interface Privilege {
  readonly userId: string;
  applies: boolean;
  /** Whether the work asked for it, so that its outcome may depend on it. */
  wasAsked: boolean;
}

/** Whether a user has the rights of an operator in this unit of work. */
export function hasPrivilege(
  { privilege }: { readonly privilege?: Privilege | undefined },
  userId: string,
): boolean {
  if (privilege?.userId !== userId) return false;
  privilege.wasAsked = true;
  return privilege.applies;
}
