import { useEffect, useState } from "react"

export function useDebouncedValue<Value>(value: Value, delay = 300): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return debounced
}
