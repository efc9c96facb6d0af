/** One per error class; in-doubt reads have their own message for the shopper. */
export type Family = "invalid" | "unreachable" | "credentials" | "refused" | "in-doubt"

const explain = (family: Family) => (sentence: string) => ({ family, sentence })
const invalid = explain("invalid")
const unreachable = explain("unreachable")
const credentials = explain("credentials")
const refused = explain("refused")
const inDoubt = explain("in-doubt")

/** Every error code with its class and its message for the merchant. */
export const EXPLANATIONS = {
  invalid_options: invalid("the client's options are not valid. Correct the named option"),
  invalid_request: invalid(
    "the request breaks the interface and was not sent. Correct the named field"
  ),
  client_closed: unreachable("the client was closed; create a new one"),
  unreachable: unreachable(
    "no connection to the service. Check the base URL, DNS, TLS and the firewall"
  ),
  connect_timeout: unreachable(
    "no connection to the service in time. Check the base URL and the firewall"
  ),
  deadline_before_sending: unreachable(
    "time was up before the request could be sent. Try again later"
  ),
  aborted_before_sending: unreachable("the caller gave up before the request was sent"),
  token_unavailable: unreachable("not sent, because no access token could be had. Try again later"),
  wrong_credentials: credentials(
    "wrong credentials or wrong environment. Check the API username, password and signature, " +
      "and that they were issued for this base URL"
  ),
  refused: refused("the service refused the request"),
  rate_limited: refused("the service asks for fewer requests; wait"),
  timed_out: inDoubt("no complete answer in time"),
  aborted: inDoubt("the caller gave up after the request was sent"),
  connection_broken: inDoubt("the connection broke after the request was sent"),
  server_error: inDoubt("the service failed while it worked on it"),
  request_timeout: inDoubt("the service gave up on the request"),
  redirected: inDoubt(
    "the service redirected the call, which is never followed. Check the base URL"
  ),
  unexpected_status: inDoubt("the service answered an unknown status"),
  unreadable_answer: inDoubt("the service answered something that the interface does not describe"),
  answer_too_large: inDoubt("the service's answer was too large to read"),
  repeat_failed: inDoubt("answered 401 first, and the repeat with a new token failed"),
}

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
