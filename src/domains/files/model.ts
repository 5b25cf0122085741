interface TagSpec {
  /** Whether only images can be uploaded. */
  readonly imagesOnly: boolean;
  /** The box that previews fit into. */
  readonly preview: { readonly width: number; readonly height: number };
  /** Whether a preview of an animated image is its first frame; otherwise clients are redirected to the original. */
  readonly stillPreview: boolean;
}

const box = (width: number, height: number) => ({ width, height });

/** The kinds of uploads. */
export const fileTags = {
  attachments: { imagesOnly: false, preview: box(1280, 1280), stillPreview: false },
  avatars: { imagesOnly: true, preview: box(128, 128), stillPreview: true },
  backgrounds: { imagesOnly: true, preview: box(1280, 720), stillPreview: false },
  icons: { imagesOnly: true, preview: box(128, 128), stillPreview: true },
  banners: { imagesOnly: true, preview: box(480, 480), stillPreview: false },
  emojis: { imagesOnly: true, preview: box(128, 128), stillPreview: false },
} as const satisfies Record<string, TagSpec>;

export type FileTag = keyof typeof fileTags;

/** What a file can be used for, and the tag that it must have been uploaded with. */
export const fileUses = {
  Message: "attachments",
  UserAvatar: "avatars",
  MemberAvatar: "avatars",
  WebhookAvatar: "avatars",
  UserProfileBackground: "backgrounds",
  ServerIcon: "icons",
  ChannelIcon: "icons",
  RoleIcon: "icons",
  ServerBanner: "banners",
  Emoji: "emojis",
} as const satisfies Record<string, FileTag>;

export type FileUse = keyof typeof fileUses;
