import { expect, setDefaultTimeout, test } from "bun:test";
import type { Person } from "../support/accounts/people.ts";
import { callFlags } from "../support/browser/browser.ts";
import { hasBrowser, WebBrowser } from "../support/browser/web-browser.ts";
import { hearsTheOther, joinCall } from "../support/browser/web-call.ts";
import { buildWebClient, storeAccount } from "../support/browser/web-client.ts";
import { isThorough } from "../support/run/is-thorough.ts";
import { until } from "../support/until.ts";
import { liveKitProgram } from "../support/voice/livekit.ts";
import { VoiceClient } from "../support/voice/voice-client.ts";
import { createPeople, createPlace, openVoiceProcess } from "../voice/voice-process.ts";

setDefaultTimeout(120_000);

/** In thorough runs alone: it takes long, and `test/voice/crash.test.ts` shows the same without a browser. */
test.if(isThorough && hasBrowser && liveKitProgram !== undefined)(
  "a call of a browser and another client goes on while the server is away, and after that",
  async () => {
    await buildWebClient();
    await using browser = await WebBrowser.launch({ flags: callFlags() });
    await using voice = await openVoiceProcess("sqlite", { ERMINE_WEB_ENABLED: "true" });
    const [ann, ben] = (await createPeople(voice, "Ann", "Ben")) as [Person, Person];
    const { id, channels } = await createPlace(voice, ann, [ben]);
    const page = await browser.newPage({ serviceWorkers: "block" });
    await page.addInitScript(storeAccount, ann);
    await page.goto(`${voice.server.url}/server/${id}/channel/${channels[0]}`);
    await joinCall(page);
    await using client = await VoiceClient.join(voice.server, { by: ben, channel: channels[0] });
    await client.playTone();
    const hearEachOther = async () => {
      await hearsTheOther(page);
      client.heard.clear();
      await until(() => (client.heard.get(ann.id) ?? 0) > 100);
    };
    await hearEachOther();

    await voice.kill();
    await page.getByText("No connection.").waitFor();
    await hearEachOther();
    await voice.start();
    await page.getByText("No connection.").waitFor({ state: "detached" });
    await hearEachOther();
    expect(client.disconnected).toBe(false);
  },
);
