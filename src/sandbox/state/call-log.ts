import type { Environment } from "../credentials"

export interface CallRecord {
  n: number
  /** ISO time on the virtual clock. */
  at: string
  environment: Environment
  operation: string
  method: string
  path: string
  /** HTTP status that the client received. Null while unanswered or without a complete response. */
  status: number | null
  /** Body without credentials and the customer's secrets. */
  request: unknown
  orderId: string | undefined
  token: string | undefined
  /** Ordinal of the bearer token, counted from the first issued one. */
  accessTokenNumber: number | undefined
  /** Applied fault, as `kind/when`. */
  fault: string | undefined
}

export interface CallFilter {
  operation?: string | undefined
  token?: string | undefined
  orderId?: string | undefined
}

export interface CallLog {
  add(call: Omit<CallRecord, "n">): CallRecord
  list(filter: CallFilter): CallRecord[]
  /** Removes the calls of these tokens and order ids. */
  forget(names: ReadonlySet<string>): void
  clear(): void
}

export function createCallLog(): CallLog {
  let calls: CallRecord[] = []
  let count = 0
  return {
    add(call) {
      count += 1
      const record = { n: count, ...call }
      calls.push(record)
      return record
    },
    list: (filter) =>
      calls.filter(
        (call) =>
          (filter.operation === undefined || call.operation === filter.operation) &&
          (filter.token === undefined || call.token === filter.token) &&
          (filter.orderId === undefined || call.orderId === filter.orderId)
      ),
    forget(names) {
      const isNamed = (name: string | undefined) => name !== undefined && names.has(name)
      calls = calls.filter(({ token, orderId }) => !isNamed(token) && !isNamed(orderId))
    },
    clear() {
      calls = []
    },
  }
}

const SECRET_FIELDS = new Set([
  "username",
  "password",
  "ssn",
  "dob",
  "idNumber",
  "idState",
  "idIssueDate",
  "idExpirationDate",
  "monthlyIncome",
  "otherIncome",
  "otherIncomeDesc",
])

/** Copies a request body without credentials, SSN, birth date, licence and income. */
export function redactSecrets(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(redactSecrets)
  if (body === null || typeof body !== "object") return body
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      SECRET_FIELDS.has(key) ? "[left out]" : redactSecrets(value),
    ])
  )
}
