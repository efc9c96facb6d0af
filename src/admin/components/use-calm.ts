import { useEffect, useState } from "react"

/** What was typed, once nobody has typed for a moment. */
export function useCalm<Value>(value: Value, milliseconds = 300): Value {
  const [calm, setCalm] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return calm
}
