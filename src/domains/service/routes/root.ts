import Type from "typebox";
import packageFile from "../../../../package.json" with { type: "json" };
import { route } from "../../../declare/route.ts";
import { buildInfo } from "../../../platform/program/build-info.ts";
import type { VoiceNode } from "../../../platform/voice/port.ts";
import { apiVersion } from "../../../protocol/version.ts";
import { describeCommunity } from "../../community/index.ts";
import { ServiceConfiguration } from "../model.ts";

export const rootRoute = route({
  id: "root_root",
  method: "GET",
  path: "/",
  summary: "Fetch the features and addresses of this instance.",
  auth: "none",
  limit: { bucket: "any" },
  reply: ServiceConfiguration,
  headers: Type.Object({
    host: Type.Optional(
      Type.String({ maxLength: 300, description: "Where the addresses are if no public one is configured." }),
    ),
  }),
  isConstant: ({ urls, config }) => !urls.dependOnHost && config.community.server === "",
  errors: [],
  async handle({ headers, db, services: { config, secrets, urls, mail, voice } }) {
    const addresses = urls.calledAt(headers.host);
    const seen = (url: string) => (url === urls.voice ? addresses.voice : url);
    const { commit, committedAt } = buildInfo();
    const community = await describeCommunity(db);
    return {
      revolt: apiVersion,
      features: {
        captcha: { enabled: config.captcha.secret !== "", key: config.captcha.site_key },
        email: mail !== undefined,
        invite_only: config.registration === "invite",
        password_login: config.accounts.password_login === "on",
        oidc: config.oidc.providers.map(({ id, name, icon }) => ({ id, name, icon })),
        ...(community && { community }),
        autumn: { enabled: true, url: addresses.files },
        january: { enabled: true, url: addresses.proxy },
        livekit: {
          enabled: voice !== undefined,
          nodes: publicNodes(voice?.all ?? [], seen),
          video: config.voice.video,
        },
        limits: config.limits,
        legal_links: config.legal,
      },
      ws: addresses.events,
      app: addresses.app,
      vapid: secrets.vapid.publicKey,
      build: {
        commit_sha: commit,
        commit_timestamp: committedAt,
        semver: packageFile.version,
        origin_url: "unknown",
        // Packages are reproducible, so they do not say when they were made.
        timestamp: committedAt,
      },
    };
  },
});

function publicNodes(nodes: readonly VoiceNode[], seen: (publicUrl: string) => string) {
  const shown = nodes.filter(({ isPrivate }) => !isPrivate);
  return shown.map(({ name, lat, lon, publicUrl }) => ({
    name,
    lat,
    lon,
    public_url: seen(publicUrl),
  }));
}
