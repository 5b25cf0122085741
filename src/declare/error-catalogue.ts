/** One error of the protocol: its status, and the fields that come with its type. */
export interface ErrorSpec {
  readonly status: number;
  readonly doc: string;
  /** Statuses that the same type carries in other situations. */
  readonly alsoStatus?: readonly number[];
  readonly extra?: Readonly<Record<string, "string" | "integer">>;
}

const max = { max: "integer" } as const;
const permission = { permission: "string" } as const;

/** Every error that the server returns to clients. */
export const errorCatalogue = {
  // General
  LabelMe: { status: 500, doc: "An uncategorised failure." },
  InternalError: { status: 500, doc: "The server failed; the request can be tried again." },
  DatabaseError: {
    status: 500,
    alsoStatus: [503],
    doc: "The database failed; with status 503, it is not available at present, and Retry-After tells when to try again.",
    extra: { operation: "string", collection: "string" },
  },
  InvalidOperation: { status: 400, doc: "This cannot be done to that object." },
  InvalidCredentials: { status: 401, doc: "Wrong password, or no such account." },
  InvalidProperty: { status: 400, doc: "A value is not of the form that the operation needs." },
  InvalidSession: { status: 401, doc: "No valid session or bot token came with the request." },
  InvalidFlagValue: { status: 400, doc: "Unknown message flags." },
  NotAuthenticated: { status: 401, doc: "A credential is needed here." },
  DuplicateNonce: { status: 409, doc: "The same nonce or idempotency key was used before." },
  NotFound: { status: 404, doc: "No such route or object." },
  NoEffect: { status: 400, doc: "The request would change nothing." },
  FailedValidation: {
    status: 400,
    doc: "Malformed JSON, or a body or query of the wrong shape.",
    extra: { error: "string" },
  },
  FeatureDisabled: {
    status: 400,
    doc: "This instance does not offer the feature.",
    extra: { feature: "string" },
  },
  HeaderTooLarge: { status: 400, doc: "A header is longer than allowed." },

  // Onboarding and users
  AlreadyOnboarded: { status: 403, doc: "The account has a user already." },
  UsernameTaken: { status: 409, doc: "No discriminator is free for this name." },
  InvalidUsername: { status: 400, doc: "The name is reserved, or cannot be written safely." },
  DiscriminatorChangeRatelimited: {
    status: 429,
    doc: "The discriminator was changed within the last day.",
  },
  AlreadyLinked: { status: 409, doc: "The identity belongs to another account." },
  TooManyIdentities: { status: 400, doc: "The account has as many identities as allowed.", extra: max },
  PasskeyInUse: { status: 409, doc: "The passkey belongs to an account already." },
  TooManyPasskeys: { status: 400, doc: "The account has as many passkeys as allowed.", extra: max },
  LinkExpired: { status: 410, doc: "The link has expired." },
  LinkUsed: { status: 410, doc: "The link was used already." },
  AlreadyClaimed: { status: 409, doc: "Somebody has claimed this history already." },
  LastSignIn: { status: 403, doc: "The account has no other way to sign in." },
  ProviderUnreachable: { status: 502, doc: "The identity provider does not answer, or not as it should." },
  UnknownUser: { status: 404, doc: "No such session or account." },
  AlreadyFriends: { status: 409, doc: "You are friends already." },
  AlreadySentRequest: { status: 409, doc: "The request was sent already." },
  Blocked: { status: 409, doc: "You have blocked this user." },
  BlockedByOther: { status: 403, doc: "This user has blocked you." },
  NotFriends: { status: 403, doc: "You are not friends." },
  TooManyPendingFriendRequests: { status: 400, doc: "Too many open friend requests.", extra: max },

  // Channels and messages
  UnknownChannel: { status: 404, doc: "No such channel." },
  UnknownMessage: { status: 404, doc: "No such message." },
  UnknownAttachment: { status: 400, doc: "No such file, or it is in use." },
  CannotEditMessage: { status: 403, doc: "Only its author edits a message." },
  CannotDeleteMessage: { status: 403, doc: "This message cannot be deleted." },
  CannotJoinCall: {
    status: 400,
    doc: "The call is full: `voice.max_users` of the channel are in it, and the caller may not manage the channel.",
  },
  TooManyAttachments: { status: 400, doc: "Too many attachments.", extra: max },
  TooManyEmbeds: { status: 400, doc: "Too many embeds.", extra: max },
  TooManyReplies: { status: 400, doc: "Too many replies.", extra: max },
  TooManyChannels: {
    status: 400,
    doc: "The server has as many channels, or the user is in as many groups, as allowed.",
    extra: max,
  },
  EmptyMessage: { status: 422, doc: "A message needs content." },
  PayloadTooLarge: {
    status: 422,
    alsoStatus: [413],
    doc: "The content is too long; with status 413, the request body is.",
  },
  CannotRemoveYourself: { status: 400, doc: "Leave the group instead." },
  GroupTooLarge: { status: 403, doc: "The group is full.", extra: max },
  AlreadyInGroup: { status: 409, doc: "The user is in the group already." },
  NotInGroup: { status: 404, doc: "The user is not in the group." },
  AlreadyPinned: { status: 400, doc: "The message is pinned already." },
  NotPinned: { status: 400, doc: "The message is not pinned." },
  InSlowmode: {
    status: 429,
    doc: "The channel is in slowmode.",
    extra: { retry_after: "integer" },
  },

  // Servers
  UnknownServer: { status: 404, doc: "No such server." },
  InvalidRole: { status: 404, doc: "No such role." },
  Banned: { status: 403, doc: "The user is banned from this server." },
  TooManyServers: { status: 400, doc: "In as many servers as allowed.", extra: max },
  TooManyEmoji: { status: 400, doc: "The server has as many emoji as it may.", extra: max },
  TooManyRoles: {
    status: 400,
    doc: "The server has as many roles, or the channel as many with permissions of their own, as allowed.",
    extra: max,
  },
  AlreadyInServer: { status: 409, doc: "The user is a member already." },
  CannotTimeoutYourself: { status: 400, doc: "You cannot time yourself out." },
  CantCreateServers: { status: 403, doc: "Only some users may create servers here." },

  // Bots, safety and permissions
  ReachedMaximumBots: { status: 400, doc: "You own as many bots as you may." },
  IsBot: { status: 400, doc: "Bots cannot do this, or have it done to them." },
  IsNotBot: { status: 400, doc: "Only bots can do this." },
  BotIsPrivate: { status: 403, doc: "Only its owner invites this bot." },
  CannotReportYourself: { status: 400, doc: "You cannot report yourself." },
  MissingPermission: { status: 403, doc: "You lack a permission.", extra: permission },
  MissingUserPermission: { status: 403, doc: "You lack a permission on a user.", extra: permission },
  NotElevated: { status: 403, doc: "Your rank is too low." },
  IsElevated: { status: 403, doc: "The member may time others out, and so cannot be timed out." },
  NotPrivileged: {
    status: 403,
    doc: "Only operators may do this, in a session that has recently confirmed its second factor.",
  },
  SecondFactorRequired: { status: 403, doc: "Only accounts with a second factor may do this." },
  ConfirmationRequired: { status: 403, doc: "The second factor has to be confirmed again." },
  CannotGiveMissingPermissions: { status: 403, doc: "You cannot grant what you lack." },
  NotOwner: { status: 403, doc: "Only the owner may do this." },

  // Voice and services
  LiveKitUnavailable: { status: 400, doc: "No voice node is configured." },
  NotAVoiceChannel: { status: 400, doc: "The channel has no voice." },
  AlreadyConnected: { status: 400, doc: "You are in a call already." },
  NotConnected: { status: 400, doc: "You are not in this call." },
  UnknownNode: { status: 400, doc: "No such voice node." },
  VosoUnavailable: { status: 400, doc: "The old voice service is not offered." },
  ProxyError: { status: 400, doc: "The address could not be fetched." },
  FileTypeNotAllowed: { status: 400, doc: "Files of this type are not accepted here." },
  NoEmbedData: { status: 400, doc: "The page describes nothing to embed." },
  FileTooSmall: { status: 422, doc: "The file is empty." },
  FileTooLarge: { status: 422, doc: "The file is too large.", extra: max },
  InsufficientStorage: { status: 507, doc: "There is no room left to store this." },
  StorageQuotaExceeded: {
    status: 403,
    doc: "You have stored or uploaded as many bytes as one user may; `note` says which, in words for people.",
    extra: { ...max, note: "string" },
  },
  ImageProcessingFailed: { status: 500, doc: "The image could not be processed." },

  // Authentication
  IncorrectData: { status: 400, doc: "A field is not acceptable.", extra: { with: "string" } },
  OperationFailed: { status: 400, doc: "The account is not in a state that allows this." },
  RenderFail: { status: 500, doc: "A mail could not be written." },
  EmailFailed: { status: 500, doc: "A mail could not be sent." },
  MissingHeaders: { status: 400, doc: "A header is missing." },
  CaptchaFailed: { status: 400, doc: "The captcha is missing or wrong." },
  BlockedByShield: { status: 400, doc: "The abuse filter refused the request." },
  UnverifiedAccount: { status: 403, doc: "The e-mail address is not verified yet." },
  InvalidToken: {
    status: 401,
    alsoStatus: [403],
    doc: "An e-mailed code, ticket, TOTP code, recovery code or passkey is wrong or too old; with status 403, the ticket is not validated.",
  },
  MissingInvite: { status: 400, doc: "Registration needs an invite code." },
  InvalidInvite: { status: 400, doc: "No such invite code." },
  CompromisedPassword: { status: 400, doc: "The password is in a list of leaked ones." },
  ShortPassword: { status: 400, doc: "The password is shorter than 8 bytes." },
  LockedOut: { status: 403, doc: "Too many wrong passwords; wait." },
  DisallowedMFAMethod: { status: 400, doc: "This account cannot prove itself that way." },
  TotpAlreadyEnabled: { status: 400, doc: "TOTP is on already." },
  DisallowedContactSupport: {
    status: 401,
    doc: "This mail domain is blocked here.",
    extra: { note: "string" },
  },
} as const satisfies Record<string, ErrorSpec>;
