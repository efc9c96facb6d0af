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

/** A virtual cart may lack any part of an address. The service compares only the parts that it knows. */
function known(address: SnapshotAddress): Partial<SnapshotAddress> {
  return Object.fromEntries(Object.entries(address).filter(([, part]) => part !== ""))
}

/** Validate postback (endpoint 15) of the token alone: the cart is no longer what was financed. */
export function toBareValidationRequest(token: string): ValidatePostbackBody {
  return { cmd: COMMAND, uuid: token, verifyParams: false }
}
