import { toDollars } from "../domain/money"
import type { Cents } from "../domain/money"
import type { OrderSnapshot, SnapshotAddress } from "../domain/order-snapshot"
import type { ValidatePostbackBody } from "../financing-api"

const COMMAND = "_validate-me" as const

type Details = {
  token: string
  /** The snapshot that the application was created from, or one with the same hash. */
  snapshot: Pick<OrderSnapshot, "address">
  /** What the application should be about: after a partial refund less than the snapshot's total. */
  loanAmount: Cents
}

/** Validate postback (endpoint 15) with the order details compared. */
export function toValidationRequest({
  token,
  snapshot,
  loanAmount,
}: Details): ValidatePostbackBody {
  return {
    cmd: COMMAND,
    uuid: token,
    verifyParams: true,
    loanAmount: toDollars(loanAmount),
    ...known(snapshot.address),
  }
}

/** A sale in the shop has a name and no address: what nobody knows is not compared. */
function known(address: SnapshotAddress): Partial<SnapshotAddress> {
  const { firstName, lastName } = address
  return address.street === "" ? { firstName, lastName } : address
}

/** Validate postback (endpoint 15) of the token alone: the cart is no longer what was financed. */
export function toBareValidationRequest(token: string): ValidatePostbackBody {
  return { cmd: COMMAND, uuid: token, verifyParams: false }
}
