import { openExistingServices } from "../../compose/open-services.ts";
import type { Config } from "../../config/schema.ts";
import type { CommandReport } from "../../declare/command.ts";
import { createLog } from "../../platform/log/log.ts";
import { examineBackups } from "./examine-backups.ts";
import { examineCommunity } from "./examine-community.ts";
import { examineDatabase } from "./examine-database.ts";
import { examineFilesOnDisk } from "./examine-files-on-disk.ts";
import { examineGeoIp } from "./examine-geoip.ts";
import { examineMachine } from "./examine-machine.ts";
import { examineProviders } from "./examine-providers.ts";
import { examineCertificates, examinePublicUrl } from "./examine-public-url.ts";
import { examineFiles, examineMail, examineVoice } from "./examine-services.ts";
import { type Finding, failure, ok } from "./finding.ts";

/** Checks everything that a server needs, and says what to do about what is missing. */
export async function examine(
  { config, source }: { readonly config: Config; readonly source: string },
  sendTo: string | undefined,
): Promise<CommandReport> {
  const findings = [
    ok("configuration", source === "defaults" ? "no file, only defaults and variables" : source),
    ...(await examineMachine(config)),
    ...(await examineEach(config, sendTo)),
  ];
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
  const [failures, warnings] = [count("failure"), count("warning")];
  return {
    rows: findings.map(({ state, check, text, advice = "" }) => ({ state, check, text, advice })),
    note: `${counted(failures, "failure")}, ${counted(warnings, "warning")}`,
    hasFailed: failures > 0,
  };
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

async function examineEach(config: Config, sendTo: string | undefined): Promise<Finding[]> {
  try {
    await using opened = await openExistingServices(config, { log: createLog("silent") });
    const { database, services } = opened;
    return [
      ...(await examineDatabase(database, services)),
      await examineFiles(services),
      ...(await examineFilesOnDisk(config)),
      ...(await examineBackups(database, services)),
      await examineMail(services, sendTo),
      ...(await examinePublicUrl(services)),
      ...(await examineCertificates(config)),
      ...(await examineVoice(services)),
      ...(await examineProviders(database, services)),
      ...(await examineCommunity(config, database)),
      ...(await examineGeoIp(config)),
    ];
  } catch (error) {
    return [failure("database", error, "The other checks need the database: fix this first.")];
  }
}
