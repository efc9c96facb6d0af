type Listener = (answer: string) => void

const listeners: Listener[] = []

/** Calls the listener with every later response of a store, for example to search it for secrets. */
export function addAnswerListener(listener: Listener): void {
  listeners.push(listener)
}

/** Passes a store's response to all listeners. */
export function notifyListeners(text: string): void {
  for (const listener of listeners) listener(text)
}
