import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { possibilitiesOf } from "../components/action-availability"
import { useTell } from "../components/use-error-toast"
import type { MerchantErrorKind } from "../../domain/merchant-errors"
import type { Application, ApplicationFile, StatusCheckAnswer } from "./api-types"
import { parsed } from "./applications"
import { readError } from "./parse-error"
import { HERE, sdk } from "./sdk"

export type ManyAction = "settle" | "reconcile"

/** How a row ended: `skipped` has the obstacle's key as its reason, a failure the server's message. */
export type RowResult =
  | { outcome: "done" }
  | { outcome: "unanswered"; reason: MerchantErrorKind }
  | { outcome: "skipped"; reason: string }
  /** `unknown`: it may have happened. */
  | { outcome: "failed" | "unknown"; reason: string }

/** Holds no name, because it stays in the browser's storage. */
export type ManyRow = {
  id: string
  order_id: string | null
  order: string | null
  cents: number
  result: RowResult | null
}

/** One action for several applications. Kept in this browser until it has ended, so that it can continue. */
export type Many = { action: ManyAction; rows: ManyRow[] }

/** The greatest number of rows of a run. */
export const MOST_ROWS = 50

const KEY = "consumer-financing.many"

export const toRow = (one: Application): ManyRow => ({
  id: one.id,
  order_id: one.order_id,
  order: one.order_display_id,
  cents: one.financed_cents - one.refunded_cents,
  result: null,
})

export function loadMany(): Many | null {
  return parsed<Many>(localStorage.getItem(KEY) ?? undefined)
}

/** Keeps an unfinished run, and forgets one that has ended. */
function saveMany(many: Many): void {
  const hasRest = many.rows.some(({ result }) => result === null)
  if (hasRest) localStorage.setItem(KEY, JSON.stringify(many))
  else discardMany()
}

export const discardMany = () => localStorage.removeItem(KEY)

/**
 * Runs the remaining rows one after another, at the pace of the shop's calls per minute. Stops after the current row
 * when the screen is left; a row that ran without its result being kept is checked again, and skipped if it is done.
 */
export function useRunOfMany(initial: Many) {
  const { sentenceOf } = useTell()
  const queries = useQueryClient()
  const [many, setMany] = useState(initial)
  const [isRunning, setIsRunning] = useState(false)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  const run = async (): Promise<void> => {
    setIsRunning(true)
    let current = many
    saveMany(current)
    const pause = await readPause()
    for (const row of many.rows.filter(({ result }) => result === null)) {
      if (isLeft.current) return
      const result = await ACTIONS[many.action](row).catch((error: Error): RowResult => ({
        outcome: isRefused(error) ? "failed" : "unknown",
        reason: sentenceOf(error),
      }))
      const rows = current.rows.map((one) => (one.id === row.id ? { ...one, result } : one))
      current = { ...current, rows }
      saveMany(current)
      setMany(current)
      await sleep(pause)
    }
    setIsRunning(false)
    await queries.invalidateQueries()
  }

  return { many, isRunning, run }
}

/** Whether the server refused it and nothing happened. Without an answer, or after a server error, it may have. */
function isRefused(error: Error): boolean {
  const { status } = error as { status?: number }
  return status !== undefined && status < 500 && readError(error).kind !== "doubt"
}

type OrderAnswer = { application: ApplicationFile | null; others?: Application[] }

const ORDER_FIELDS = "id,display_id,status,*payment_collections.payments,*fulfillments"

const skipped = (reason: string): RowResult => ({ outcome: "skipped", reason })

/** Captures the payment, which requests it from the service, where the order's own page offers that. */
async function settle({ id, order_id }: ManyRow): Promise<RowResult> {
  if (order_id === null) return skipped("not-ready")
  const path = `${HERE}/orders/${order_id}`
  const { application: file, others = [] } = await sdk.client.fetch<OrderAnswer>(path)
  if (file?.id !== id) return skipped("nothing-due")
  const { order } = await sdk.admin.order.retrieve(order_id, { fields: ORDER_FIELDS })
  const possible = possibilitiesOf({ order, file, others }).settle
  if (possible !== "now" || file.payment_id === null) return skipped(possible ?? "nothing-due")
  await sdk.admin.payment.capture(file.payment_id, {})
  return { outcome: "done" }
}

async function reconcile({ id }: ManyRow): Promise<RowResult> {
  const path = `${HERE}/applications/${id}/reconcile`
  const { failure } = await sdk.client.fetch<StatusCheckAnswer>(path, {
    method: "POST",
    body: {},
  })
  return failure === null ? { outcome: "done" } : { outcome: "unanswered", reason: failure }
}

const ACTIONS: Record<ManyAction, (row: ManyRow) => Promise<RowResult>> = { settle, reconcile }

type Health = { health: { budget: { calls_per_minute: number } } }

/** Milliseconds between two rows where the shop's own pace cannot be read, as while the service is down. */
const PAUSE = 1_000

/** Returns the milliseconds between two calls within the shop's calls per minute. */
async function readPause(): Promise<number> {
  return await sdk.client.fetch<Health>(`${HERE}/health`).then(
    ({ health }) => 60_000 / health.budget.calls_per_minute,
    () => PAUSE
  )
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
