import type { AnyTx } from "../../src/store/tx.ts";
import type { Answer } from "./client.ts";
import type { TestServer } from "./server.ts";

/** Makes a call of somebody while a change is not yet committed: it is let in before, and carried out after it. */
export async function callDuring(
  { client, running }: Pick<TestServer, "client" | "running">,
  change: (tx: AnyTx) => Promise<void>,
  { by, call }: { by: { token?: string; bot?: string }; call: () => Promise<Answer> },
): Promise<Answer> {
  const [changed, called] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const written = running.store.write(async (tx) => {
    await change(tx);
    changed.resolve();
    await called.promise;
  });
  await changed.promise;
  const answer = call();
  // What came before this one has been let in by the time that this one is answered.
  await client.get("/users/@me", by);
  called.resolve();
  await written;
  return answer;
}
