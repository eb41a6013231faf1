/** Reads calendars without letting a hostile one take the process: anything but a plain feed in a thread of its own. */
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { readQuickly, readThoroughly } from './read-calendar.ts'
import type { CalendarAnswer, CalendarQuestion } from './read-calendar.ts'

/** The slowest honest feed tried (500 events with zones and rules) takes a tenth of this on a small function. */
const timeLimitMs = 5_000

/** Five megabytes of text in events take about 60 MB; a feed that needs more is none. */
const memoryLimitMb = 192

const task = 'read-calendar'

type Order = { bytes: Uint8Array; question: CalendarQuestion }

/** Reads feeds one after the other; `close` ends its thread. */
export type CalendarReader = {
  read(bytes: Uint8Array, question: CalendarQuestion): Promise<CalendarAnswer>
  close(): Promise<void>
}

/**
 * A reader with at most one thread, started when a feed first needs it. A feed that takes longer than
 * `limitMs` or too much memory is answered `too_complex`, and the thread is replaced.
 */
export function openCalendarReader(limitMs = timeLimitMs): CalendarReader {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function readInThread(order: Order): Promise<CalendarAnswer> {
    worker ??= startWorker()
    const answer = await ask(worker, order, limitMs)
    if (answer !== 'ended') return answer
    const ended = worker
    worker = undefined
    await ended.terminate()
    return { ok: false, reason: 'too_complex' }
  }

  return {
    async read(bytes, question) {
      const quick = readQuickly(bytes, question)
      if (quick !== 'undecided') return quick
      const answer = last.then(() => readInThread({ bytes, question }))
      last = answer.catch(() => undefined)
      return answer
    },
    async close() {
      await last
      await worker?.terminate()
      worker = undefined
    },
  }
}

/** The thread runs this very file, or the bundle it ended up in: the last lines below then take over. */
function startWorker(): Worker {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { task },
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    // Flags of the process, such as a loader's, are not the thread's business.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  worker.unref()
  return worker
}

function ask(worker: Worker, order: Order, limitMs: number): Promise<CalendarAnswer | 'ended'> {
  const { promise, resolve } = Promise.withResolvers<CalendarAnswer | 'ended'>()
  const end = () => resolve('ended')
  const timer = setTimeout(end, limitMs)
  worker.once('message', resolve).once('error', end).once('exit', end)
  worker.postMessage(order)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', end).off('exit', end)
  })
}

if (parentPort && (workerData as { task?: string } | null)?.task === task) {
  const port = parentPort
  port.on('message', (order: Order) => {
    void readThoroughly(order.bytes, order.question).then((answer) => port.postMessage(answer))
  })
}
