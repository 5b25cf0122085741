import { fold } from "../components/fold-text.ts";

/** Something that a list of completions offers. */
export interface Candidate {
  /** Unique in the list. */
  readonly key: string;
  /** What is offered and searched first. */
  readonly name: string;
  /** A second name, which is shown small and searched too. */
  readonly detail?: string;
  readonly avatarUrl?: string;
  readonly isAnimated?: boolean;
  /** What is put into the field. */
  readonly shown: string;
  /** What the protocol has in its place. */
  readonly form?: string;
  /** Whether it can be sent as it is: then Enter sends it once it is written out. */
  readonly isWhole?: boolean;
  readonly icon: "avatar" | "role" | "channel" | "image" | "text" | "command";
}

/** A person to mention. */
export function personCandidate(person: {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly avatarUrl: string | undefined;
}): Candidate {
  const { id, name, detail, avatarUrl } = person;
  return { key: id, name, detail, avatarUrl, shown: `@${name}`, form: `<@${id}>`, icon: "avatar" };
}

/** The candidates that fit best: names that begin with the query, then words that do, then any part. */
export function rankCandidates(
  candidates: Iterable<Candidate>,
  query: string,
  limit: number,
): readonly Candidate[] {
  const wanted = fold(query);
  const scored: { readonly candidate: Candidate; readonly score: number }[] = [];
  for (const candidate of candidates) {
    const score = Math.min(scoreOf(candidate.name, wanted), scoreOf(candidate.detail ?? "", wanted) + 0.5);
    if (score < 3) scored.push({ candidate, score });
  }
  return (
    scored
      // Without a query they stay in their order.
      .sort((a, b) =>
        wanted === "" ? 0 : a.score - b.score || a.candidate.name.length - b.candidate.name.length,
      )
      .slice(0, limit)
      .map(({ candidate }) => candidate)
  );
}

function scoreOf(name: string, wanted: string): number {
  const index = fold(name).indexOf(wanted);
  if (index < 0 || name === "") return 4;
  if (index === 0) return 0;
  return /[\s_-]/.test(name[index - 1] ?? "") ? 1 : 2;
}
