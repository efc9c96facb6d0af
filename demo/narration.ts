/** Prints the simulator's log lines. Muted until the demo has finished its own output. */
export type Narration = { tell: (sentence: string) => void; speakUp: () => void }

export function createNarration(): Narration {
  let isSilent = true
  return {
    tell: (sentence) => {
      if (!isSilent) console.log(`  simulator  ${sentence}`)
    },
    speakUp: () => {
      isSilent = false
    },
  }
}
