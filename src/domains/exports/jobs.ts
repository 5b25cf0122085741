import Type from "typebox";
import { job } from "../../declare/job.ts";
import { sweepExports } from "./actions/remove-export.ts";
import { failExport, runExport } from "./actions/run-export.ts";

export const exportServerJob = job({
  name: "export_server",
  doc: "Writes the archive of a server that its owner or an operator asked for.",
  attempts: 3,
  parallel: 1,
  payload: Type.Object({ id: Type.String(), server: Type.String() }),
  run: (context, { id, server }) => runExport({ id, serverId: server }, context),
  onGivenUp: (context, { id, server }) => failExport({ id, serverId: server }, context),
});

export const sweepExportsJob = job({
  name: "sweep_exports",
  doc: "Deletes archives of servers some days after they were made, and those of deleted servers.",
  attempts: 1,
  everyMs: 3_600_000,
  payload: Type.Null(),
  run: sweepExports,
});
