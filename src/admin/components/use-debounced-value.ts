import { useEffect, useState } from "react"

/** Returns the text after a short pause in typing. */
export function useCalm<Value>(value: Value, milliseconds = 300): Value {
  const [calm, setCalm] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return calm
}
