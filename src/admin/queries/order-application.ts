import type { AdminOrder } from "@medusajs/framework/types"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import type { ApplicationFile } from "./api-types"
import { FINANCING, useFile } from "./applications"
import { EVERY } from "./polling"

/** Milliseconds. Short, because a change in Medusa reaches the service within seconds. */
const CLOSELY = { every: 2_000, during: 30_000 }

/**
 * The file of an order on Medusa's own page of it. Both tell of the same money: what changes on one of them is
 * asked for again on the other at once.
 */
export function useFileOfOrder(order: AdminOrder) {
  const queries = useQueryClient()
  const changedAt = useRef(0)
  const asked = useFile({ order: order.id }, () =>
    Date.now() - changedAt.current < CLOSELY.during ? CLOSELY.every : EVERY
  )
  useChange(order, () => {
    changedAt.current = Date.now()
    void queries.invalidateQueries({ queryKey: [FINANCING] })
  })
  useChange(moneyOf(asked.data?.application), () => {
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== FINANCING })
  })
  return asked
}

/** Data that Medusa's page shows, too; undefined while unknown. */
const moneyOf = (file: ApplicationFile | null | undefined): string | undefined =>
  file ? [file.state, file.money.captured.medusa?.cents, file.refunded_cents].join() : undefined

/** Runs what follows when something known becomes something else. */
function useChange<Known>(now: Known, follow: () => void): void {
  const before = useRef(now)
  useEffect(() => {
    const isOther = before.current !== undefined && before.current !== now
    before.current = now
    if (isOther) follow()
  })
}
