/** Virtual time: runs with real time and can be moved ahead. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that virtual time is ahead of real time. */
  ahead(): number
  /** Moves time ahead and runs everything that fell due. */
  advance(seconds: number): void
  /** Runs what falls due within `seconds` about one application, and leaves time as it is. */
  hurry(about: string, seconds: number): void
  /** Runs `task` once after `ms` of virtual time; `about` is the id of an application. */
  after(ms: number, task: () => void, about?: string): void
  /** Forgets the tasks about one application. */
  forget(about: string): void
  /** Forgets all tasks; with `keepTime` false, time is real again. */
  clear(keepTime?: boolean): void
}

interface Task {
  dueAt: number
  run: () => void
  about: string | undefined
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
    ahead: () => offset,
    advance(seconds) {
      offset += seconds * 1000
      runDue()
    },
    hurry(about, seconds) {
      const isDue = (task: Task) => task.about === about && task.dueAt <= now() + seconds * 1000
      const due = tasks.filter(isDue)
      tasks = tasks.filter((task) => !isDue(task))
      for (const task of due) task.run()
      rearm()
    },
    forget(about) {
      tasks = tasks.filter((task) => task.about !== about)
      rearm()
    },
    after(ms, run, about) {
      tasks.push({ dueAt: now() + ms, run, about })
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
