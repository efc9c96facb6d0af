/** One per error class; in-doubt reads have their own message for the shopper. */
export type Family = "invalid" | "unreachable" | "credentials" | "refused" | "in-doubt"

interface Explanation {
  family: Family
  sentence: string
}

/** Every error code with its class and its message for the merchant. */
export const EXPLANATIONS = {
  invalid_options: {
    family: "invalid",
    sentence: "the client's options are not valid. Correct the named option",
  },
  invalid_request: {
    family: "invalid",
    sentence: "the request breaks the interface and was not sent. Correct the named field",
  },
  client_closed: { family: "unreachable", sentence: "the client was closed; create a new one" },
  unreachable: {
    family: "unreachable",
    sentence: "no connection to the service. Check the base URL, DNS, TLS and the firewall",
  },
  connect_timeout: {
    family: "unreachable",
    sentence: "no connection to the service in time. Check the base URL and the firewall",
  },
  deadline_before_sending: {
    family: "unreachable",
    sentence: "time was up before the request could be sent. Try again later",
  },
  aborted_before_sending: {
    family: "unreachable",
    sentence: "the caller gave up before the request was sent",
  },
  token_unavailable: {
    family: "unreachable",
    sentence: "not sent, because no access token could be had. Try again later",
  },
  wrong_credentials: {
    family: "credentials",
    sentence:
      "wrong credentials or wrong environment. Check the API username, password and signature, " +
      "and that they were issued for this base URL",
  },
  refused: { family: "refused", sentence: "the service refused the request" },
  rate_limited: { family: "refused", sentence: "the service asks for fewer requests; wait" },
  timed_out: { family: "in-doubt", sentence: "no complete answer in time" },
  aborted: { family: "in-doubt", sentence: "the caller gave up after the request was sent" },
  connection_broken: {
    family: "in-doubt",
    sentence: "the connection broke after the request was sent",
  },
  server_error: { family: "in-doubt", sentence: "the service failed while it worked on it" },
  request_timeout: { family: "in-doubt", sentence: "the service gave up on the request" },
  redirected: {
    family: "in-doubt",
    sentence: "the service redirected the call, which is never followed. Check the base URL",
  },
  unexpected_status: { family: "in-doubt", sentence: "the service answered an unknown status" },
  unreadable_answer: {
    family: "in-doubt",
    sentence: "the service answered something that the interface does not describe",
  },
  answer_too_large: { family: "in-doubt", sentence: "the service's answer was too large to read" },
  repeat_failed: {
    family: "in-doubt",
    sentence: "answered 401 first, and the repeat with a new token failed",
  },
} as const satisfies Record<string, Explanation>

export const SHOPPER_SENTENCES: Record<Family | "in-doubt-read" | "refused-details", string> = {
  invalid:
    "Some details needed for financing are missing or not valid. " +
    "Please check your name, address and e-mail.",
  unreachable: "Financing is not available right now. Please try again or pay another way.",
  credentials: "Financing is not available right now. Please pay another way.",
  refused: "Financing could not be arranged for this purchase. Please pay another way.",
  "refused-details":
    "Financing could not be arranged with these details. " +
    "Please check your name, address, e-mail and phone, or pay another way.",
  "in-doubt":
    "Your financing request has not been confirmed, and nothing was charged. " +
    "Please try again in a moment, or pay another way.",
  "in-doubt-read": "Financing is not available right now. Please try again in a moment.",
}
