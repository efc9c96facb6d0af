type Listener = (answer: string) => void

const listeners: Listener[] = []

/** From now on everything that stores answer is told: it may be looked through for secrets. */
export function listenToAnswers(listener: Listener): void {
  listeners.push(listener)
}

/** Something that a store answered. */
export function tellAnswer(text: string): void {
  for (const listener of listeners) listener(text)
}
