/** Prints the simulator's log lines. Muted until the demo has finished its own output. */
export type SimulatorLog = { log: (sentence: string) => void; unmute: () => void }

export function createSimulatorLog(): SimulatorLog {
  let isMuted = true
  return {
    log: (sentence) => {
      if (!isMuted) console.log(`  simulator  ${sentence}`)
    },
    unmute: () => {
      isMuted = false
    },
  }
}
