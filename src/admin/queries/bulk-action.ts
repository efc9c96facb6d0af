import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { getActionAvailability } from "../components/action-availability"
import { useErrorToast } from "../components/use-error-toast"
import type { MerchantErrorKind } from "../../domain/merchant-errors"
import type { Application, ApplicationDetails, StatusCheckResponse } from "./api-types"
import { parseJson } from "./applications"
import { parseError } from "./parse-error"
import { API_PATH, sdk } from "./sdk"

export type BulkActionName = "settle" | "reconcile"

/** The reason is an obstacle's key if `skipped`, and the server's message if it failed. */
export type RowResult =
  | { outcome: "done" }
  | { outcome: "unanswered"; reason: MerchantErrorKind }
  | { outcome: "skipped"; reason: string }
  /** `unknown`: the action may have taken effect. */
  | { outcome: "failed" | "unknown"; reason: string }

/** Contains no personal data, because it is kept in local storage. */
export type BulkActionRow = {
  id: string
  order_id: string | null
  order: string | null
  cents: number
  result: RowResult | null
}

/** Kept in local storage until finished, so that staff can resume it. */
export type BulkAction = { action: BulkActionName; rows: BulkActionRow[] }

export const MAX_ROWS = 50

const STORAGE_KEY = "consumer-financing.many"

export const createRow = (application: Application): BulkActionRow => ({
  id: application.id,
  order_id: application.order_id,
  order: application.order_display_id,
  cents: application.financed_cents - application.refunded_cents,
  result: null,
})

export function loadBulkAction(): BulkAction | null {
  return parseJson<BulkAction>(localStorage.getItem(STORAGE_KEY) ?? undefined)
}

function saveBulkAction(bulkAction: BulkAction): void {
  const isUnfinished = bulkAction.rows.some(({ result }) => result === null)
  if (isUnfinished) localStorage.setItem(STORAGE_KEY, JSON.stringify(bulkAction))
  else clearBulkAction()
}

export const clearBulkAction = () => localStorage.removeItem(STORAGE_KEY)

/** Runs the rows in turn within the rate limit; leaving the page stops it, and a rerun skips settled rows. */
export function useBulkAction(initial: BulkAction) {
  const { formatError } = useErrorToast()
  const queryClient = useQueryClient()
  const [bulkAction, setBulkAction] = useState(initial)
  const [isRunning, setIsRunning] = useState(false)
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])

  const run = async (): Promise<void> => {
    setIsRunning(true)
    let current = bulkAction
    saveBulkAction(current)
    const pause = await getPause()
    for (const row of bulkAction.rows.filter(({ result }) => result === null)) {
      if (isUnmounted.current) return
      const result = await ACTIONS[bulkAction.action](row).catch((error: Error): RowResult => ({
        outcome: isRejected(error) ? "failed" : "unknown",
        reason: formatError(error),
      }))
      const rows = current.rows.map((other) => (other.id === row.id ? { ...other, result } : other))
      current = { ...current, rows }
      saveBulkAction(current)
      setBulkAction(current)
      await sleep(pause)
    }
    setIsRunning(false)
    await queryClient.invalidateQueries()
  }

  return { bulkAction, isRunning, run }
}

/** After a network or server error, the action may have taken effect. */
function isRejected(error: Error): boolean {
  const { status } = error as { status?: number }
  return status !== undefined && status < 500 && parseError(error).kind !== "doubt"
}

type OrderResponse = { application: ApplicationDetails | null; others?: Application[] }

const ORDER_FIELDS = "id,display_id,status,*payment_collections.payments,*fulfillments"

const createSkippedResult = (reason: string): RowResult => ({ outcome: "skipped", reason })

/** Applies the same rules as the order's page. */
async function settleRow({ id, order_id }: BulkActionRow): Promise<RowResult> {
  if (order_id === null) return createSkippedResult("not-ready")
  const path = `${API_PATH}/orders/${order_id}`
  const { application: file, others = [] } = await sdk.client.fetch<OrderResponse>(path)
  if (file?.id !== id) return createSkippedResult("nothing-due")
  const { order } = await sdk.admin.order.retrieve(order_id, { fields: ORDER_FIELDS })
  const availability = getActionAvailability({ order, file, others }).settle
  if (availability !== "available" || file.payment_id === null)
    return createSkippedResult(availability ?? "nothing-due")
  await sdk.admin.payment.capture(file.payment_id, {})
  return { outcome: "done" }
}

async function reconcileRow({ id }: BulkActionRow): Promise<RowResult> {
  const path = `${API_PATH}/applications/${id}/reconcile`
  const { failure } = await sdk.client.fetch<StatusCheckResponse>(path, {
    method: "POST",
    body: {},
  })
  return failure === null ? { outcome: "done" } : { outcome: "unanswered", reason: failure }
}

const ACTIONS: Record<BulkActionName, (row: BulkActionRow) => Promise<RowResult>> = {
  settle: settleRow,
  reconcile: reconcileRow,
}

type HealthResponse = { health: { budget: { calls_per_minute: number } } }

/** Milliseconds; used when the rate limit cannot be read. */
const DEFAULT_PAUSE = 1_000

async function getPause(): Promise<number> {
  return await sdk.client.fetch<HealthResponse>(`${API_PATH}/health`).then(
    ({ health }) => 60_000 / health.budget.calls_per_minute,
    () => DEFAULT_PAUSE
  )
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
