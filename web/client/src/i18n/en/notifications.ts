export const notifications = {
  withoutText: "A new message",
  question: "Somebody wrote to you. Shall this browser tell you when you look elsewhere?",
  allow: "Notify me",
  decline: "No, thanks",
} as const;
