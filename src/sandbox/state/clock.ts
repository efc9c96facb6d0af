/** Virtual time: runs with real time and can be moved ahead. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Moves time ahead and runs everything that fell due. */
  advance(seconds: number): void
  /** Runs `task` once after `ms` of virtual time. */
  after(ms: number, task: () => void): void
  /** Forgets all tasks; with `keepTime` false, time is real again. */
  clear(keepTime?: boolean): void
}

interface Task {
  dueAt: number
  run: () => void
}

const LONGEST_TIMER_MS = 2_147_483_647

export function createClock(): Clock {
  let offset = 0
  let tasks: Task[] = []
  let timer: NodeJS.Timeout | undefined

  const now = () => Date.now() + offset

  function rearm() {
    clearTimeout(timer)
    const next = tasks[0]
    if (!next) return
    timer = setTimeout(runDue, Math.min(Math.max(0, next.dueAt - now()), LONGEST_TIMER_MS))
  }

  function runDue() {
    for (let next = tasks[0]; next && next.dueAt <= now(); next = tasks[0]) {
      tasks.shift()
      next.run()
    }
    rearm()
  }

  return {
    now,
    advance(seconds) {
      offset += seconds * 1000
      runDue()
    },
    after(ms, run) {
      tasks.push({ dueAt: now() + ms, run })
      tasks.sort((a, b) => a.dueAt - b.dueAt)
      rearm()
    },
    clear(keepTime = false) {
      clearTimeout(timer)
      tasks = []
      if (!keepTime) offset = 0
    },
  }
}
