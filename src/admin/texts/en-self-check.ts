export const selfCheck = {
  title: "Self-check",
  hint: "Whether this shop is set up so that financing works.",
  again: "Check again",
  good_one: "{{count}} check is good",
  good_other: "{{count}} checks are good",
  outcomes: { good: "Good", warning: "Please check", bad: "Fix this" },
  postbackAddress: "Address for messages from the service",
  postbackHint: "Each application gets an address of its own like this one; nothing to register.",
  preApprovalAddress: "Address for messages about pre-approvals",
  preApprovalHint: "Register it at the service, and keep it to yourself.",
  lastPostback: "Last message from the service",
  neverPostback: "none yet",
  copy: "Copy",
  pending: "Not finished",
  failed: "Failed",
  checks: {
    "public-address": {
      title: "Public addresses",
      good: "The service and returning shoppers can reach these.",
      warning:
        "These only work on this very machine or in its private network. Ask whoever runs your server to set backendUrl and storefrontUrl.",
      bad: "The service cannot reach these. Ask whoever runs your server to set backendUrl and storefrontUrl to public https addresses.",
    },
    reachable: {
      title: "This server from outside",
      good: "It answers at its own public address.",
      bad: "It does not answer at its public address. Ask whoever runs your server to check backendUrl, the proxy and the firewall.",
    },
    home: {
      title: "The shop's own database",
      good: "This server uses the database of the shop.",
      warning:
        "The address of this server is not the shop's, or it cannot reach its own address. Nothing is blocked. Ask whoever runs your server to check backendUrl.",
      bad: "This database may be a copy, so financing is locked.",
      locked:
        "This database may be a copy, so financing is locked. Decide at the top of this page.",
    },
    "provider-regions": {
      title: "Regions with financing",
      good: "The payment method is enabled.",
      bad: "No region offers it: Settings, Regions, your US region, Edit, Payment providers.",
    },
    currency: {
      title: "Currency",
      good: "Every region with financing sells in US dollars.",
      warning:
        "Regions in another currency offer financing, which always refuses there. Disable it.",
    },
    locking: {
      title: "Several servers",
      good: "Medusa's locks fit its worker mode.",
      warning:
        "Medusa runs as server and worker with locks in memory, and orders may be placed twice. Ask whoever runs your server for a locking module on Redis or Postgres.",
    },
    secret: {
      title: "Secret",
      good: "It signs the plugin's addresses and protects what is stored.",
      warning:
        "A previous secret is still needed. Ask whoever runs your server to keep it until nothing uses it any more.",
    },
    credentials: {
      title: "Credentials",
      good: "The service lets them in.",
      bad: "Nobody can finance anything: the service refuses those of the environment in use, does not answer, or there are none. Test the connection in the settings.",
      locked:
        "Nobody can finance anything: the service refuses those that the server's configuration sets, or does not answer. Test the connection; if they are refused, ask whoever runs your server to correct them in medusa-config.",
    },
    "other-environment": {
      title: "The other environment",
      good: "Nothing is under way there. These are the open applications of each:",
      warning:
        "Applications are still open there. In production those of test mode pay for nothing: they are ended, or listed under Needs attention. Open now:",
    },
    postbacks: {
      title: "Messages from the service",
      good: "The service writes to this shop.",
      warning:
        "None has come yet. Everything works without them, only slower. The service writes once an application moves.",
    },
    "message-channels": {
      title: "Channels of messages to staff",
      good: "The shop has a notification provider for each.",
      warning:
        "The shop has no notification provider for these, so no message is sent there. Ask a developer to add one in medusa-config:",
    },
    messages: {
      title: "Messages to staff",
      good: "All messages of the last week were sent.",
      warning:
        "Some messages of the last week may not have arrived, and are not sent again. Check the notification provider, then send a test below.",
    },
  },
}
