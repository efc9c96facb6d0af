import type { ReviewAction } from "../../domain/review-actions"
import { acknowledge } from "./acknowledge"
import { cancelOrder } from "./cancel-order"
import { confirmItDidNot, confirmItHappened } from "./confirm"
import { endApplication } from "./end-application"
import { checkAgain } from "./check-again"
import { placeOrder } from "./place-order"
import { recordRefund } from "./record-refund"
import { refund } from "./refund"
import type { Resolve } from "./resolution"
import { settle } from "./settle"

/** How each action of `domain/review-actions.ts` is carried out. */
export const RESOLUTIONS: Record<ReviewAction, Resolve> = {
  "check-again": checkAgain,
  "confirm-it-happened": confirmItHappened,
  "confirm-it-did-not": confirmItDidNot,
  "place-order": placeOrder,
  settle,
  refund,
  "record-refund": recordRefund,
  "end-application": endApplication,
  "cancel-order": cancelOrder,
  acknowledge,
}
