import { ENDPOINTS, type EndpointName } from "../../../src/financing-api"
import { type Call, identify } from "../../../src/financing-api/call"
import { startDeadline, systemClock } from "../../../src/financing-api/deadline"
import type { Answer } from "../../../src/financing-api/exchange"
import { judge, type Verdict } from "../../../src/financing-api/judge"
import { REQUEST_TEXT } from "./find-violation"

/** Judges a completely received answer with the client's code. */
export function judgeAnswer(operation: EndpointName, answer: Answer): Verdict<unknown> {
  return judge(buildCall(operation), answer, REQUEST_TEXT)
}

function buildCall(operation: EndpointName): Call {
  const endpoint = ENDPOINTS[operation]
  const deadline = startDeadline({ ms: 1, clock: systemClock })
  deadline.end()
  const parts = { path: endpoint.path, body: null, headers: {} }
  return { ...identify(endpoint, "fuzz"), endpoint, parts, deadline }
}
