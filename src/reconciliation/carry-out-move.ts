import type { MedusaContainer } from "@medusajs/framework/types"
import type { Move } from "../domain/next-move"
import { ENDED_CODES, mayComeBack } from "../domain/status-codes"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import { authorizeOrder } from "./actions/authorize-order"
import { authorizeRequest } from "./actions/authorize-request"
import { cancelOrder } from "./actions/cancel-order"
import { closeApplication } from "./actions/close-application"
import { confirmSettle } from "./actions/confirm-settle"
import { endApplication } from "./actions/end-application"
import { flagAmounts } from "./actions/flag-amounts"
import { flagOrderEdit } from "./actions/flag-order-edit"
import { flagTestData } from "./actions/flag-test-data"
import { hold } from "./actions/hold"
import { placeOrder } from "./actions/place-order"
import { reauthorizeOrder } from "./actions/reauthorize-order"
import { recordCapture } from "./actions/record-capture"
import { repeatSettle } from "./actions/repeat-settle"
import { settleOrder } from "./actions/settle-order"
import { waitAndSee } from "./actions/wait-and-see"
import type { Decision } from "./decide-move"

/** A move does its work and returns; what it could not do is noted and tried again by schedule. */
export type MakeMove = (container: MedusaContainer, decision: Decision) => Promise<void>

const MOVES: Record<Move, MakeMove> = {
  wait: waitAndSee,
  "place-order": placeOrder,
  "place-order-under-review": placeOrder,
  "authorize-order": authorizeOrder,
  "reauthorize-order": reauthorizeOrder,
  "authorize-request": authorizeRequest,
  "cancel-order": cancelOrder,
  settle: settleOrder,
  "record-capture": recordCapture,
  "repeat-settle": repeatSettle,
  "confirm-settle": confirmSettle,
  "end-application": endApplication,
  close: closeApplication,
  "flag-amounts": flagAmounts,
  "flag-order-edit": flagOrderEdit,
  "flag-test-data": flagTestData,
  hold,
}

export type CarriedOut = {
  applicationId: string
  move: Move
  /** It was our turn, and the service answered. */
  looked: boolean
}

/** Seconds. */
const SOON = 5

/** Moves whichever world is behind. Every move stands for itself. */
export async function carryOutMove(
  container: MedusaContainer,
  decision: Decision
): Promise<CarriedOut> {
  await MOVES[decision.move](container, decision)
  const { applicationId, move, code, due, booksDue, open, order } = decision
  const financing = container.resolve(CONSUMER_FINANCING)
  if (order.edit !== null && !(await isOverWithLoan(financing, decision))) {
    // Something else may come first just now, and nobody would find it again.
    await financing.keepAttention(applicationId, "order-edit")
  }
  if (code !== null) {
    await financing.reviewAttentions(applicationId, decision)
  }
  // A move that ends the application ends its looks, too.
  if (booksDue !== null) {
    await financing.lookWithin(applicationId, booksDue)
  } else if (open && (await hasNoLookDue(financing, applicationId))) {
    // Medusa's rows were not looked at beside an operation that is finished only now.
    await financing.lookWithin(applicationId, SOON)
  } else if (due !== null && isOver(decision)) {
    await financing.stopLooking(applicationId, due)
  }
  return { applicationId, move, looked: code !== null }
}

/**
 * Of what was captured only a refund of all of it, by our own book, is the end: the portal may have made
 * one of a part.
 */
async function isOverWithLoan(
  financing: ConsumerFinancingModuleService,
  { applicationId, standing, code }: Decision
): Promise<boolean> {
  if (code === null || !ENDED_CODES.includes(code)) {
    return false
  }
  const application = await financing.retrieveFinancingApplication(applicationId)
  const isGivenBack = application.refunded_cents >= application.financed_cents
  return standing !== "captured-order" || isGivenBack
}

/** Nothing was done, nothing is under way, and nothing can change by itself: a person was asked, or agrees. */
const isOver = ({ move, code, conclusive }: Decision) =>
  conclusive && (move === "hold" || move === "wait") && code !== null && !mayComeBack(code)

async function hasNoLookDue(
  financing: ConsumerFinancingModuleService,
  applicationId: string
): Promise<boolean> {
  return (await financing.retrieveFinancingApplication(applicationId)).next_look_at === null
}
