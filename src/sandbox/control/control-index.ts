import { FAULT_KINDS } from "../faults/fault"
import { ODDITIES } from "../faults/oddities"
import { ENDPOINT_NAMES } from "../endpoints/endpoint-paths"
import { OUTCOMES } from "../state/decisions"

/** Reference of the control API, shown by GET /control and --help. */
export const CONTROL_INDEX = {
  calls: {
    "GET /control/applications":
      "all applications; ?orderId= those whose first order id begins so; ?lastName= a customer's",
    "GET /control/applications/:token": "one, by any token of its chain",
    "POST /control/applications/:token/status":
      "{status?, loanAmount?, taxExempt?, lender?, postback?} sets any status",
    "POST /control/applications/:token/portal":
      "{action: fund | cancel | refund | partial-refund, loanAmount?, postback?}",
    "POST /control/applications/:token/decision": `{outcome: ${OUTCOMES.join(" | ")}}`,
    "POST /control/applications/:token/behaviour": "any behaviour, for this application alone",
    "DELETE /control/applications/:token": "forgets it with its calls, faults and postbacks",
    "POST /control/applications/:token/postback": "{fields?, contentType?, body?} sends one now",
    "POST /control/clock": "{advanceSeconds, token?} moves virtual time ahead, for all or one",
    "GET /control/calls": "the call log; ?operation=&token=&orderId=",
    "DELETE /control/calls": "empties the call log",
    "POST /control/faults":
      "{operation, kind, when?, nth?, count?, match?, …} answers {id, …}; see fault fields",
    "GET|DELETE /control/faults[/:id]": "faults in force",
    "POST /control/postbacks":
      "{mode: normal | lost | hold | duplicate | delay | reverse, times?, delayMs?, match?}",
    "POST /control/postbacks/release":
      "{order?: written | reverse | [positions], token?} sends held ones",
    "GET|POST /control/settings": "{minAmount?, maxAmount?, behaviour?}",
    "GET /control/access-tokens": "every access token that was issued, to look for in logs",
    "POST /control/access-tokens/revoke": "makes every access token invalid",
    "POST /control/connections/drop": "closes idle keep-alive connections",
    "POST /control/reset": "back to the first moment; access tokens stay valid",
  },
  operations: ENDPOINT_NAMES,
  faultKinds: FAULT_KINDS,
  faultFields: {
    when: "before (default): the call changes nothing; after: it is carried out",
    nth: "1 is the next matching call (default)",
    count: "calls that suffer (default 1 with nth, else all)",
    "status, headers, body": "of the answer, for kinds that have one",
    fields: "for altered: laid over the fields of the answer",
    oddities: `for odd, whose call is always carried out and whose answer says the same as ever: ${ODDITIES.join(", ")}; all that fit when left out`,
    intervalMs: "between two bytes of a drip (250)",
    executesAfterMs: "with before: carried out after all, this much later",
    match: "{orderId?, token?, lastName?}: only calls that concern it",
  },
}
