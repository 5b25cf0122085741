import type { AnyTx } from "../../../src/declare/tx.ts";
import type { ApiResponse } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";

/** Makes a call while a change is not yet committed: the server authenticates it before the commit and runs it after. */
export async function callDuring(
  { client, running }: Pick<TestServer, "client" | "running">,
  change: (tx: AnyTx) => Promise<void>,
  { by, call }: { by: { token?: string; bot?: string }; call: () => Promise<ApiResponse> },
): Promise<ApiResponse> {
  const [changed, called] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const written = running.store.write(async (tx) => {
    await change(tx);
    changed.resolve();
    await called.promise;
  });
  await changed.promise;
  const response = call();
  // The server authenticates requests in order: once this one has its response, the call is authenticated too.
  await client.get("/users/@me", by);
  called.resolve();
  await written;
  return response;
}
