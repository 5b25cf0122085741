const octocat = {
  login: "octocat",
  id: 583_231,
  node_id: "MDQ6VXNlcjU4MzIzMQ==",
  avatar_url: "https://avatars.githubusercontent.com/u/583231?v=4",
  gravatar_id: "",
  url: "https://api.github.com/users/octocat",
  html_url: "https://github.com/octocat",
  type: "User",
  site_admin: false,
};

const hubot = {
  ...octocat,
  login: "hubot",
  id: 480_938,
  avatar_url: "https://avatars.githubusercontent.com/u/480938?v=4",
  url: "https://api.github.com/users/hubot",
  html_url: "https://github.com/hubot",
};

const repositoryAt = (full_name: string) => ({
  id: 1_296_269,
  node_id: "MDEwOlJlcG9zaXRvcnkxMjk2MjY5",
  name: full_name.split("/")[1],
  full_name,
  private: false,
  owner: octocat,
  html_url: `https://github.com/${full_name}`,
  description: null,
  fork: false,
  default_branch: "main",
});

const repository = repositoryAt("octocat/hello-world");
const { html_url: home } = repository;
const place = { repository, sender: octocat };
const sha = "1481a2de7b2a7d02428ad93446ab166be7793fbb";
const before = "f95f852bd8fca8fcc58a9a2d6c842781e32a215e";

export const commitOf = (message: string, id = sha) => ({
  id,
  tree_id: "c441029cf673f84c8b7db52d0a5944ee5c52ff89",
  distinct: true,
  message,
  timestamp: "2026-01-02T03:04:05+01:00",
  url: `${home}/commit/${id}`,
  author: { name: "The Octocat", email: "octocat@github.example", username: "octocat" },
  committer: { name: "GitHub", email: "noreply@github.example", username: "web-flow" },
  added: [],
  removed: [],
  modified: ["README.md"],
});

const push = {
  ...place,
  ref: "refs/heads/main",
  before,
  after: sha,
  pusher: { name: "octocat", email: "octocat@github.example" },
  created: false,
  deleted: false,
  forced: false,
  base_ref: null,
  compare: `${home}/compare/f95f852bd8fc...1481a2de7b2a`,
  commits: [commitOf("Say hello\n\nTo the world.")],
  head_commit: commitOf("Say hello\n\nTo the world."),
};

const issue = {
  id: 444_500_041,
  number: 1,
  title: "Spelling error in the README file",
  user: octocat,
  labels: [],
  state: "open",
  locked: false,
  assignee: null,
  html_url: `${home}/issues/1`,
  body: "It looks like you spelled `commit` with two t's.",
};

const pull = {
  ...issue,
  number: 2,
  title: "Update the README with new information.",
  html_url: `${home}/pull/2`,
  body: "This is a pretty simple change.",
  merged: false,
  draft: false,
};

const comment = { id: 9, user: hubot, html_url: `${issue.html_url}#issuecomment-9`, body: "You are right!" };

const discussion = {
  id: 3_297_442,
  number: 90,
  title: "Welcome to discussions!",
  user: octocat,
  state: "open",
  html_url: `${home}/discussions/90`,
  answer_html_url: null,
  body: "We're glad to have you here.",
};
const answer = {
  ...comment,
  html_url: `${discussion.html_url}#discussioncomment-2`,
  body: "Glad to be here.",
};

const reference = {
  ...place,
  ref: "simple-tag",
  ref_type: "tag",
  master_branch: "main",
  pusher_type: "user",
};

/** One payload of each supported event. */
export const githubPayloads = {
  star: { ...place, action: "created", starred_at: "2026-01-02T03:04:05Z" },
  push,
  forcedPush: { ...push, forced: true },
  commitComment: {
    ...place,
    action: "created",
    comment: {
      ...comment,
      commit_id: sha,
      html_url: `${home}/commit/${sha}#commitcomment-33548674`,
      path: null,
      position: null,
      line: null,
      body: "This is a really good change! :+1:",
    },
  },
  reference,
  fork: { ...place, forkee: { ...repositoryAt("hubot/hello-world"), fork: true, owner: hubot } },
  discussion: { ...place, action: "created", discussion },
  answered: { ...place, action: "answered", discussion, answer },
  discussionComment: { ...place, action: "created", discussion, comment: answer },
  issue: { ...place, action: "opened", issue },
  issueComment: { ...place, action: "created", issue, comment },
  pullComment: {
    ...place,
    action: "created",
    issue: { ...pull, pull_request: { url: "https://api.github.com/repos/octocat/hello-world/pulls/2" } },
    comment,
  },
  pullRequest: { ...place, action: "opened", number: 2, pull_request: pull },
  ping: {
    zen: "Keep it logically awesome.",
    hook_id: 30,
    hook: { type: "Repository", id: 30, name: "web", active: true, events: ["*"] },
    repository,
    sender: octocat,
  },
};
