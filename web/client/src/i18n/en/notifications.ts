export const notifications = {
  withoutText: "A new message",
} as const;
