export const notifications = {
  withoutText: "A new message",
  question: "Do you want to be notified of messages while you are elsewhere?",
  allow: "Notify me",
  decline: "No, thanks",
} as const;
