import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { installedGo } from "../test/support/install/livekit-program.ts";
import { type CallPeople, untilReceived } from "./voice-call-people.ts";
import type { CallAddress, Traffic } from "./voice-participants.ts";

/** So many receive what all send: for everybody, a small machine would be too slow. */
export const watchers = 5;

/** A layer that the web client sends of a camera. */
export interface CameraLayer {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly bitRate: number;
}

/** People with cameras, in one process. */
export interface CameraPeople extends CallPeople {
  /** Lets everybody send a camera, and those who watch have so many in sight. Returns how many tracks are received. */
  show(camera: CameraLayer, inSight: number): Promise<number>;
}

/** Builds the program in `voice-load` and starts it; undefined where Go is missing or cannot build it. */
export async function startCameraPeople(): Promise<CameraPeople | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "ermine-voice-load-"));
  const program = join(folder, "voice-load");
  const cwd = join(import.meta.dir, "voice-load");
  if (spawnSync(installedGo() ?? "go", ["build", "-o", program, "."], { cwd }).status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const child = Bun.spawn([program], { stdin: "pipe", stdout: "pipe", stderr: "ignore" });
  const lines = createInterface({ input: Readable.fromWeb(child.stdout as never) })[Symbol.asyncIterator]();
  const order = async <T>(message: object): Promise<T> => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    await child.stdin.flush();
    const { value, done } = await lines.next();
    if (done) throw new Error("voice-load has ended");
    return (JSON.parse(value) as { reply: T }).reply;
  };
  let joined = 0;
  return {
    async join(people: number, addressOf: (index: number) => Promise<CallAddress>) {
      for (joined = 0; joined < people; joined++)
        await order({ order: "join", address: await addressOf(joined), watches: joined < watchers });
    },
    async show(camera, inSight) {
      await order({ order: "show", camera, inSight });
      return await untilReceived(Math.min(watchers, joined) * inSight, () =>
        order<number>({ order: "count tracks" }),
      );
    },
    readTraffic: () => order<Traffic[]>({ order: "read traffic" }),
    leave: () => order({ order: "leave" }),
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}
