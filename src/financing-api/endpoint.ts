import type { z } from "@medusajs/framework/zod"

/** Which of the client's time limits a call falls under. */
export type DeadlineClass = "token" | "read" | "create" | "money"

/** One row of the table of endpoints: everything that tells one call from another. */
export interface Endpoint<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  /** Its number in the interface's list. */
  number: number
  /** The client's method. */
  operation: string
  method: "GET" | "POST"
  /** Below the base URL; `{name}` is filled from the input's field of that name. */
  path: string
  /** Input fields that go into the query, when given. */
  query: readonly string[]
  /**
   * `none`: no body. `rest`: all fields of the input that path and query do not take.
   * `body`: the input's field `body`.
   */
  body: "none" | "rest" | "body"
  encoding: "json" | "form"
  auth: "basic" | "bearer" | "none"
  answer: "json" | "text"
  /** Whether a 204 says that it was done. Elsewhere only words do: money hangs on them. */
  doneWithoutContent: boolean
  /**
   * True only for calls that change nothing, whatever their method: 5 is a GET that writes, 9 and
   * 15 are POSTs that read. All others are sent once, but for the repeat after a 401.
   */
  safeToRepeat: boolean
  deadline: DeadlineClass
  input: In
  output: Out
}

type Row<In extends z.ZodType, Out extends z.ZodType> = Pick<
  Endpoint<In, Out>,
  "number" | "operation" | "path" | "deadline" | "input" | "output"
> &
  Partial<Endpoint<In, Out>>

/** A row with what most rows have in common: a JSON POST with a bearer token that writes. */
export function endpoint<In extends z.ZodType, Out extends z.ZodType>(
  row: Row<In, Out>
): Endpoint<In, Out> {
  return {
    method: "POST",
    query: [],
    body: "rest",
    encoding: "json",
    auth: "bearer",
    answer: "json",
    doneWithoutContent: false,
    safeToRepeat: false,
    ...row,
  }
}
