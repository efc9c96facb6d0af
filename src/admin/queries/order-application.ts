import type { AdminOrder } from "@medusajs/framework/types"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import type { ApplicationDetails } from "./api-types"
import { QUERY_KEY, useApplication } from "./applications"
import { POLL_INTERVAL } from "./polling"

/** Milliseconds. Short, because a change in Medusa reaches the service within seconds. */
const FAST_POLLING = { interval: 2_000, duration: 30_000 }

/** Keeps the application and Medusa's own order queries in sync: a change of one refetches the other. */
export function useOrderApplication(order: AdminOrder) {
  const queryClient = useQueryClient()
  const changedAt = useRef(0)
  const applicationQuery = useApplication({ order: order.id }, () =>
    Date.now() - changedAt.current < FAST_POLLING.duration ? FAST_POLLING.interval : POLL_INTERVAL
  )
  useOnChange(order, () => {
    changedAt.current = Date.now()
    void queryClient.invalidateQueries({ queryKey: [QUERY_KEY] })
  })
  useOnChange(getMoneyKey(applicationQuery.data?.application), () => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== QUERY_KEY })
  })
  return applicationQuery
}

/** A key of the values whose change makes Medusa's own order queries stale. */
const getMoneyKey = (file: ApplicationDetails | null | undefined): string | undefined =>
  file ? [file.state, file.money.captured.medusa?.cents, file.refunded_cents].join() : undefined

/** Calls `onChange` when the value changes, except from undefined. */
function useOnChange<Value>(value: Value, onChange: () => void): void {
  const previous = useRef(value)
  useEffect(() => {
    const hasChanged = previous.current !== undefined && previous.current !== value
    previous.current = value
    if (hasChanged) onChange()
  })
}
