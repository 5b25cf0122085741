import { Navigate, useParams } from "@solidjs/router";
import { Show } from "solid-js";
import { NotFoundPage } from "../app/not-found-page.tsx";
import { useClient } from "../session/context.tsx";

/** The address of a server without a channel leads to the channel that was open last, or to the first one. */
export default function ServerPage() {
  const params = useParams<{ server: string }>();
  const client = useClient();
  const channel = () => client.servers.get(params.server)?.defaultChannel;
  return (
    <Show when={channel()} fallback={<NotFoundPage />}>
      {(found) => <Navigate href={found().path} />}
    </Show>
  );
}
