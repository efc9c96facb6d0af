/** Virtual clock. Runs with real time and can be advanced. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds by which virtual time is ahead of real time. */
  getOffset(): number
  /** Advances time and runs the due tasks. */
  advance(seconds: number): void
  /** Runs the tasks of one application that are due within `seconds`, without advancing time. */
  runTasks(about: string, seconds: number): void
  /** Schedules `task` after `ms` of virtual time. `about` is an application id. */
  runAfter(ms: number, task: () => void, about?: string): void
  /** Drops the tasks of one application. */
  forget(about: string): void
  /** Drops all tasks. Returns to real time unless `keepTime`. */
  clear(keepTime?: boolean): void
}

interface Task {
  dueAt: number
  run: () => void
  about: string | undefined
}

const MAX_TIMER_MS = 2_147_483_647

export function createClock(): Clock {
  let offset = 0
  let tasks: Task[] = []
  let timer: NodeJS.Timeout | undefined

  const now = () => Date.now() + offset

  function scheduleTimer() {
    clearTimeout(timer)
    const next = tasks[0]
    if (!next) return
    timer = setTimeout(runDueTasks, Math.min(Math.max(0, next.dueAt - now()), MAX_TIMER_MS))
  }

  function runDueTasks() {
    for (let next = tasks[0]; next && next.dueAt <= now(); next = tasks[0]) {
      tasks.shift()
      next.run()
    }
    scheduleTimer()
  }

  return {
    now,
    getOffset: () => offset,
    advance(seconds) {
      offset += seconds * 1000
      runDueTasks()
    },
    runTasks(about, seconds) {
      const isDue = (task: Task) => task.about === about && task.dueAt <= now() + seconds * 1000
      const dueTasks = tasks.filter(isDue)
      tasks = tasks.filter((task) => !isDue(task))
      for (const task of dueTasks) task.run()
      scheduleTimer()
    },
    forget(about) {
      tasks = tasks.filter((task) => task.about !== about)
      scheduleTimer()
    },
    runAfter(ms, run, about) {
      tasks.push({ dueAt: now() + ms, run, about })
      tasks.sort((a, b) => a.dueAt - b.dueAt)
      scheduleTimer()
    },
    clear(keepTime = false) {
      clearTimeout(timer)
      tasks = []
      if (!keepTime) offset = 0
    },
  }
}
