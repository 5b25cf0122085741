import { type Command, CommandError } from "../../../declare/command.ts";
import type { BlobEngine, Blobs } from "../../../platform/blobs/port.ts";
import { moveFiles } from "../actions/move-files.ts";

export const moveFilesCommand: Command = {
  words: ["files", "move"],
  args: [],
  options: { to: "s3 or disk" },
  flags: { "delete-source": "delete the originals after every file has been copied and verified" },
  doc: "Copy all files between the disk and S3 (--to s3 or --to disk), and verify each. The server must be stopped.",
  needsStoppedServer: true,
  async run({ services, options, flags, read, write, report, signal }) {
    const { to: target } = options;
    if (target !== "s3" && target !== "disk")
      throw new CommandError("Name the target: --to s3 or --to disk.");
    if (services.config.s3.bucket === "")
      throw new CommandError(
        "s3.bucket is not set. Put the [s3] section into the configuration first; for --to disk, remove it afterwards.",
      );
    await using disk = await services.openBlobs("disk");
    await using s3 = await services.openBlobs("s3");
    await assertReachable(s3);
    // Moving changes no row: this records the command.
    await write(async () => {});
    const deleteSource = flags.has("delete-source");
    const { problems, failed, ...moved } = await moveFiles({
      read,
      disk,
      s3,
      target,
      deleteSource,
      signal,
      report,
    });
    const { copied, present } = moved;
    if (failed === 0) return { rows: [moved], note: nextStep(target, moved.deleted > 0) };
    const note = `${copied + present} files have arrived; ${failed} have not, and nothing was deleted. Repair or delete them, and run this command again; it skips what has arrived.`;
    return { rows: problems.map((problem) => ({ ...problem })), note, hasFailed: true };
  },
};

/** Fails at once where no file could be copied. */
async function assertReachable(s3: Blobs): Promise<void> {
  try {
    await s3.size("reachable");
    for await (const _ of s3.keys()) return;
  } catch (error) {
    throw new CommandError(
      `The bucket cannot be used: ${error instanceof Error ? error.message : error}. Check the [s3] section of the configuration.`,
    );
  }
}

function nextStep(target: BlobEngine, areOriginalsGone: boolean): string {
  const done = "All files are copied and verified.";
  const start =
    target === "s3" ? "Start the server." : "Remove s3.bucket from the configuration and start the server.";
  if (areOriginalsGone) return `${done} ${start}`;
  return `${done} ${start} The originals are still there; --delete-source deletes them after verifying once more.`;
}
