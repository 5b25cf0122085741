import type { Random } from "../random.ts";
import type { ClusterNode, NetworkFailure } from "./cluster-node.ts";
import type { Fault } from "./history.ts";
import type { TestCluster } from "./test-cluster.ts";

export interface FaultDependencies {
  readonly cluster: TestCluster;
  readonly random: Random;
  readonly now: () => number;
  readonly faults: Fault[];
  /** Whether faults last so long that a node must start again; by default half of them do. */
  readonly areLong?: boolean | undefined;
  readonly log: (line: string) => void;
}

type NodeFault = (node: ClusterNode, dependencies: FaultDependencies) => Promise<void>;

/** Longer than a node may continue without reading the log, and than its lease. */
const longMs = 15_000;

/** The others may end before, or just then. */
const chooseDuration = ({ random, areLong = random.chance(0.5) }: FaultDependencies) =>
  areLong ? longMs : random.between(2_000, 14_000);

const networkFailures: readonly NetworkFailure[] = [
  "packets lost",
  "responses lost",
  "packets late",
  "connections reset",
];

const networkFaults = (to: "PostgreSQL" | "Redis"): Record<string, NodeFault> =>
  Object.fromEntries(
    networkFailures.map((failure) => [
      `${to}: ${failure}`,
      async (node: ClusterNode, dependencies: FaultDependencies) => {
        node.breakNetwork(to, failure);
        if (failure !== "connections reset") await Bun.sleep(chooseDuration(dependencies));
        node.healNetwork(to, failure);
      },
    ]),
  );

/** The faults of one node. */
const nodeFaults: Readonly<Record<string, NodeFault>> = {
  "killed with -9": async (node, { random }) => {
    await node.kill();
    await Bun.sleep(random.between(1_000, 8_000));
    await node.start();
  },
  frozen: async (node, dependencies) => {
    node.freeze();
    await Bun.sleep(chooseDuration(dependencies));
    node.thaw();
  },
  ...networkFaults("PostgreSQL"),
};

const redisFaults = networkFaults("Redis");

/** The faults that concern all nodes. */
const sharedFaults: Readonly<Record<string, (dependencies: FaultDependencies) => Promise<void>>> = {
  "PostgreSQL stopped with immediate": async ({ cluster, random }) => {
    await cluster.postgres.stopImmediately();
    await Bun.sleep(random.between(0, 3_000));
    await cluster.postgres.start();
  },
};

const redisSharedFaults: typeof sharedFaults = {
  "Redis killed with -9": async ({ cluster, random }) => {
    await cluster.redis?.kill();
    await Bun.sleep(random.between(0, 3_000));
    await cluster.redis?.start();
  },
};

/** With a margin for a busy machine. */
const mustCloseMs = 13_000;

export function faultKinds(withRedis: boolean): string[] {
  const kinds = [nodeFaults, sharedFaults, ...(withRedis ? [redisFaults, redisSharedFaults] : [])];
  return kinds.flatMap((group) => Object.keys(group));
}

/** Causes a fault, waits until it has passed, and records it. */
export async function causeFault(
  kind: string,
  node: ClusterNode,
  dependencies: FaultDependencies,
): Promise<Fault> {
  const { faults, now, log } = dependencies;
  const ofNode = nodeFaults[kind] ?? redisFaults[kind];
  const shared = sharedFaults[kind] ?? redisSharedFaults[kind];
  const startedAt = now();
  log(ofNode ? `${kind}: node ${node.number}` : kind);
  await (ofNode ? ofNode(node, dependencies) : shared?.(dependencies));
  const endedAt = now();
  const mustClose = kind.startsWith("PostgreSQL:") && endedAt - startedAt > mustCloseMs;
  const fault: Fault = { kind, startedAt, endedAt, mustClose, ...(ofNode && { node: node.number }) };
  faults.push(fault);
  return fault;
}

const healWithinMs = 60_000;

/** Waits until every node is ready, and returns those that do not become so. */
export async function untilHealed({ cluster }: Pick<FaultDependencies, "cluster">): Promise<ClusterNode[]> {
  const deadline = performance.now() + healWithinMs;
  for (;;) {
    const ready = await Promise.all(cluster.nodes.map((node) => node.isReady()));
    const unready = cluster.nodes.filter((_, index) => !ready[index]);
    if (unready.length === 0 || performance.now() > deadline) return unready;
    await Bun.sleep(200);
  }
}
