/**
 * The client's page at which a sign-in ends, with what it needs: a ticket, the methods of a second factor, or a problem.
 * A fragment reaches no server and no log.
 */
export function signInPage(app: string, end: Readonly<Record<string, string>>): string {
  return `${app}/sign-in#${new URLSearchParams(end)}`;
}
