import { readFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "../architecture/source-files.ts";

export const examplesFolder = join(top, "examples/cluster");

export const readExample = (name: string) => readFileSync(join(examplesFolder, name), "utf8");

/** The configuration that all nodes share. */
export const sharedConfigFile = join(examplesFolder, "ermine.toml");

type Environment = Record<string, string>;

/** The variables that the service adds for the node on a port. */
export function unitEnvironment(port: number): Environment {
  const unit = readExample("ermine@.service").replaceAll("%i", String(port));
  const lines = unit.matchAll(/^Environment=([A-Z_0-9]+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

interface ComposeService {
  readonly image: string;
  readonly environment: Environment;
}

/** The nodes in the compose file: the services that run the image of Ermine. */
export function composeNodes(): Map<string, ComposeService> {
  const { services } = Bun.YAML.parse(readExample("compose.yaml")) as {
    services: Record<string, ComposeService>;
  };
  // Anchors give every service an object of its own only if they are copied.
  const nodes = Object.entries(structuredClone(services)).filter(([, { image }]) =>
    image?.startsWith("${IMAGE"),
  );
  return new Map(nodes);
}

/** The command that makes a value of a secret, as the example documents it. */
export function newSecret(): string {
  const [, command = ""] = readExample("ermine.toml").match(/: (head .*)$/m) ?? [];
  return Bun.spawnSync(["sh", "-c", command]).stdout.toString().trim();
}
