import type { Command } from "../../../declare/command.ts";
import { throttled } from "../../../platform/concurrency/throttled.ts";
import { describeBytes } from "../../../platform/text/describe-bytes.ts";
import { checkContents } from "../actions/check-contents.ts";
import { findOrphanedBlobs, type StorageProblem } from "../actions/check-files.ts";
import { recordDigests } from "../store/stored-files.ts";

/** More than anybody reads, and little enough to hold in memory. */
const maxListed = 100_000;

export const checkFilesCommand: Command = {
  words: ["files", "check"],
  args: [],
  flags: {
    record: "record the digests of files that were stored without one, so that later changes are found",
  },
  doc: "Read all files, compare their digests with the database, and list what is lost, changed or left over; exits with 1 if anything is.",
  async run({ services: { blobs, clock }, flags, read, write, report }) {
    const found = new FoundProblems();
    const progress = throttled(report);
    let [files, bytes, recorded, unknown] = [0, 0, 0, 0];
    for await (const { problems, intact, bytes: ofPage } of checkContents(read, blobs)) {
      found.add(problems);
      files += problems.length + intact.length;
      bytes += ofPage;
      const unrecorded = intact.filter(({ isRecorded }) => !isRecorded);
      if (flags.has("record") && unrecorded.length > 0) {
        await write((tx) => recordDigests(tx, unrecorded));
        recorded += unrecorded.length;
      } else unknown += unrecorded.filter(({ isCompared }) => !isCompared).length;
      progress(`Checked ${files} files, ${describeBytes(bytes)}`);
    }
    // A running server deletes the blobs of deleted files within seconds.
    for await (const problem of findOrphanedBlobs(read, blobs, clock.now()))
      if (problem.problem === "unknown" || (await blobs.size(problem.key)) !== undefined)
        found.add([problem]);
    const note = [
      ...found.describe(),
      recorded > 0 ? `The digests of ${recorded} files were recorded as they are now.` : "",
      unknown > 0
        ? `${unknown} files were stored before digests were recorded: only their size could be compared. \`ermine files check --record\` records what they are now, so that later changes are found.`
        : "",
    ].filter((sentence) => sentence !== "");
    const rows = found.listed.map((problem) => ({ ...problem }));
    return note.length === 0 ? rows : { rows, note: note.join(" "), hasFailed: found.count > 0 };
  },
};

const leftovers: readonly string[] = ["orphan", "unknown"] satisfies StorageProblem["problem"][];

class FoundProblems {
  count = 0;
  readonly listed: StorageProblem[] = [];
  #lost = 0;

  add(problems: readonly StorageProblem[]): void {
    for (const problem of problems) {
      this.count += 1;
      if (!leftovers.includes(problem.problem)) this.#lost += 1;
      if (this.listed.length < maxListed) this.listed.push(problem);
    }
  }

  /** What the operator can do, in sentences. */
  describe(): string[] {
    const left = this.count - this.#lost;
    return [
      this.#lost > 0
        ? `${this.#lost} files are lost or changed. docs/operating/backup.md says how to get single files back.`
        : "",
      left > 0
        ? `${left} blobs belong to no file: \`ermine files gc\` removes orphans, and leaves what is unknown alone.`
        : "",
      this.count > this.listed.length ? `Only the first ${maxListed} are listed.` : "",
    ];
  }
}
