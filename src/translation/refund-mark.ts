const KEY = "financing_operation"

/** Metadata of a refund row that stands for an operation of our journal: nothing is sent for it. */
export function markRefund(operationId: string): Record<string, unknown> {
  return { [KEY]: operationId }
}

/** The operation that a refund row stands for, or null when the merchant asks for a refund. */
export function readRefundMark(metadata: unknown): string | null {
  const marked: unknown =
    typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, KEY) : null
  return typeof marked === "string" ? marked : null
}
