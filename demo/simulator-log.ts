/** Prints the simulator's log lines. Muted until the demo has finished its own output. */
export type SimulatorLog = { log: (message: string) => void; unmute: () => void }

export function createSimulatorLog(): SimulatorLog {
  let isMuted = true
  return {
    log: (message) => {
      if (!isMuted) console.log(`  simulator  ${message}`)
    },
    unmute: () => {
      isMuted = false
    },
  }
}
