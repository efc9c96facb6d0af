/** What the simulator says about itself; kept back while the demo itself is talking. */
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
