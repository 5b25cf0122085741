export const ticketLifeMs = 5 * 60_000;

export function isTicketFresh(createdAt: number, now: number): boolean {
  return now < createdAt + ticketLifeMs;
}
