import { fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import { videoStreams } from "../resources.ts";
import type { OpenVideo } from "./open-video.ts";

export interface VideoStream {
  readonly type: string;
  /** Reads nothing ahead of the client. */
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Streams a video to a client. Slow clients must not take up every outbound connection, so the number of streams is
 * limited.
 */
export async function streamVideo(services: Services, video: OpenVideo): Promise<VideoStream> {
  const { videos, video_timeout_ms } = services.config.unfurl;
  const streams = services.resources.get(videoStreams);
  if (streams.size >= videos) {
    await video.close();
    throw fail("ProxyError");
  }
  streams.add(video);
  const release = () => {
    clearTimeout(timer);
    streams.delete(video);
  };
  // By then the request for the video has timed out.
  const timer = setTimeout(release, video_timeout_ms);
  return { type: video.type, stream: streamOf(video, release) };
}

function streamOf(video: OpenVideo, release: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await video.read();
          if (chunk) return controller.enqueue(chunk);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        release();
      },
      cancel() {
        release();
        return video.close();
      },
    },
    { highWaterMark: 0 },
  );
}
