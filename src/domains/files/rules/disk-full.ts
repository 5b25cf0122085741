/** Whether something failed because there is no room left to write. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(String(error.code));
}
